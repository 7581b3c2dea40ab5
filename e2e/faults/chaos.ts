import { setTimeout as wait } from "node:timers/promises";
import { askStandIns } from "../support/provider-objects.ts";
import type { Traffic } from "./browser.ts";
import type { FaultDatabase } from "./database.ts";
import { providerFaults, setProviderFaults } from "./provider-faults.ts";
import type { Random } from "./random.ts";
import { callSweeper } from "./settle.ts";
import type { ShopperKind } from "./shopper.ts";
import type { StepStops } from "./step-stops.ts";
import { type Step, steps } from "./steps.ts";
import type { WebProcess } from "./web-process.ts";

/** What was done to the shop, and what it did wrong at once; the audit finds the rest. */
export interface Damage {
  acts: Map<string, number>;
  violations: string[];
}

interface World {
  database: FaultDatabase;
  web: WebProcess;
  stops: StepStops;
  traffic: Traffic;
  random: Random;
  damage: Damage;
  /** Asks for a shopper of this kind to come next. */
  invite(kind: ShopperKind): void;
}

/** How long shoppers may take to reach a step before it counts as not reached. */
const STEP_PATIENCE_MS = 90_000;
const BACK_LIMIT_MS = 60_000;
/** Requests that began so shortly before a signal may not have arrived yet. */
const ON_THE_WAY_MS = 60;

export interface Act {
  name: string;
  /** @throws WaitedInVain */
  act(): Promise<void>;
}

interface Extent {
  short: boolean;
  randomKills: number;
  /** Of PostgreSQL, under a shop that must live through them. */
  restarts: number;
  /** Of the providers' stand-ins, which must have lost nothing that they answered. */
  standInKills: number;
}

/**
 * One round: the shop dies at every step, and everything else happens in between, in random order. A short round dies
 * at one step of each part of the path.
 */
export function plan(world: World, { short, randomKills, restarts, standInKills }: Extent): Act[] {
  const { random } = world;
  const taken = short ? oneOfEachPart(random) : steps;
  return random.shuffle([
    ...taken.map((step) => ({ name: `kill -9: ${step.name}`, act: () => killAtStep(world, step) })),
    ...Array.from({ length: randomKills }, () => ({
      name: "kill -9 at a random moment",
      act: () => killAtRandom(world),
    })),
    ...Array.from({ length: restarts }, () => ({
      name: "PostgreSQL restarted",
      act: () => restartDatabase(world),
    })),
    ...Array.from({ length: standInKills }, () => ({
      name: "kill -9 of the stand-ins",
      act: () => killStandIns(world),
    })),
    { name: "SIGTERM in the middle of a checkout", act: () => askToEnd(world) },
    { name: "started while PostgreSQL was gone", act: () => startWithoutDatabase(world) },
  ]);
}

function oneOfEachPart(random: Random): Step[] {
  const parts = new Map(random.shuffle(steps).map((step) => [step.part, step]));
  return [...parts.values()];
}

async function killAtStep(world: World, step: Step): Promise<void> {
  const { database, web, stops, damage, invite } = world;
  const index = steps.indexOf(step);
  await setProviderFaults(
    web,
    step.needsWebhooks ? {} : (providerFaults[index % providerFaults.length] ?? {}),
  );
  const act = async () => {
    await web.end("SIGKILL");
  };
  const kind = step.shopper;
  // Such a shopper gets there only by chance, so send more of them.
  const inviting = kind ? setInterval(() => invite(kind), 400) : undefined;
  const calling = step.needsSweeper ? setInterval(() => void sweepOpenPayments(database), 500) : undefined;
  const reached = await stops.at(step, index, act, STEP_PATIENCE_MS).finally(() => {
    clearInterval(inviting);
    clearInterval(calling);
  });
  if (reached) await restart(world, `kill -9: ${step.name}`);
  else damage.violations.push(`Nobody reached the step "${step.name}".`);
}

/** Makes recently opened payments old enough for the sweeper, and runs it. */
async function sweepOpenPayments(database: FaultDatabase): Promise<void> {
  try {
    await database.query(
      "update payment set updated_at = updated_at - interval '1 hour' where status in ('created', 'processing')",
    );
    await callSweeper(database);
  } catch {
    // The database may be stopped at the end of a run; the step then counts as not reached.
  }
}

async function killAtRandom(world: World): Promise<void> {
  await setProviderFaults(world.web, world.random.pick(providerFaults));
  await wait(world.random.between(50, 600));
  await world.web.end("SIGKILL");
  await restart(world, "kill -9 at a random moment");
}

/** The shop survives, and starts others in their place. */
async function killStandIns({ web, random, damage }: World): Promise<void> {
  await setProviderFaults(web, {});
  await wait(random.between(50, 400));
  const { pid } = await askStandIns(web.url);
  process.kill(pid, "SIGKILL");
  const limit = Date.now() + BACK_LIMIT_MS;
  while (Date.now() < limit) {
    const now = await askStandIns(web.url).catch(() => undefined);
    if (now && now.pid !== pid) return count(damage, "kill -9 of the stand-ins");
    await wait(50);
  }
  throw new Error(`The stand-ins did not come back:\n${web.log.slice(-4000)}`);
}

/** The web process survives: shoppers get an error page and come back. */
async function restartDatabase({ database, web, stops, random, damage }: World): Promise<void> {
  await wait(random.between(50, 400));
  await stops.disconnect();
  await database.stop();
  await wait(random.between(0, 500));
  await database.start();
  await stops.connect();
  await untilHealthy(web);
  count(damage, "PostgreSQL restarted");
}

/**
 * Loses nothing that was begun: the signal comes while a checkout waits inside its transaction, and each request gets
 * its response before the process ends.
 */
async function askToEnd(world: World): Promise<void> {
  const { web, stops, traffic, damage } = world;
  // A refusal that an earlier step injected would count as one of the shop's.
  await setProviderFaults(world.web, {});
  const index = steps.findIndex(({ name }) => name === "stock being held");
  const step = steps[index];
  if (!step) throw new Error("There is no step at which a request could be held.");
  let requests = 0;
  let before = 0;
  let ending: ReturnType<WebProcess["end"]> | undefined;
  await stops.at(
    step,
    index,
    async () => {
      await wait(2 * ON_THE_WAY_MS);
      [requests, before] = [performance.now(), traffic.failures.length];
      ending = web.end("SIGTERM");
      await wait(300);
    },
    STEP_PATIENCE_MS,
  );
  const ended = await ending;
  if (ended?.code !== 0)
    damage.violations.push(`SIGTERM ended the web process with ${ended?.signal ?? ended?.code}.`);
  for (const { path, begun, reason } of traffic.failures.slice(before)) {
    if (begun < requests - ON_THE_WAY_MS)
      damage.violations.push(`SIGTERM lost a request that was begun: ${path} (${reason}).`);
  }
  await restart(world, "SIGTERM in the middle of a checkout");
}

/** The web process says in a sentence what is missing, and ends. */
async function startWithoutDatabase(world: World): Promise<void> {
  const { database, web, stops, damage } = world;
  await web.end("SIGKILL");
  await stops.disconnect();
  await database.stop();
  const { code, said: output } = await web.startInVain();
  if (code !== 1 || !/^The database .* cannot be reached: [^\n]+\.$/.test(output))
    damage.violations.push(`Started without its database the shop ended with ${code} and said: ${output}`);
  await database.start();
  await stops.connect();
  await restart(world, "started while PostgreSQL was gone");
}

async function restart({ web, damage }: World, act: string): Promise<void> {
  await web.start();
  count(damage, act);
}

async function untilHealthy(web: WebProcess): Promise<void> {
  const limit = Date.now() + BACK_LIMIT_MS;
  while (Date.now() < limit) {
    if (await web.isHealthy()) return;
    await wait(50);
  }
  throw new Error(`The shop did not come back after its database did:\n${web.log.slice(-4000)}`);
}

function count({ acts }: Damage, act: string): void {
  acts.set(act, (acts.get(act) ?? 0) + 1);
}
