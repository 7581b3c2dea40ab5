import fc from "fast-check";
import { audit } from "./audit.ts";
import { batchSteps } from "./batch-steps.ts";
import { Model } from "./model.ts";
import { cardSteps, payPalSteps } from "./paying-steps.ts";
import { decideCapture, decideDispute, deliverAll, listEvents, providerSteps } from "./provider-steps.ts";
import { listOpenDisputes, listPendingCaptures } from "./providers.ts";
import { saleSteps } from "./sale-steps.ts";
import { formOf } from "./shopper.ts";
import { shopperSteps } from "./shopper-steps.ts";
import { staffSteps } from "./staff-steps.ts";
import type { DrawnSteps, Step } from "./step.ts";
import { sweep, timeSteps, waitFor } from "./time.ts";
import type { World } from "./world.ts";

/** How many steps are drawn for each wanted one: many are impossible when their turn comes, and are skipped. */
const DRAWN = 4;

/**
 * Half of the sequences may do everything. The others leave out whole families of steps: a fault that needs eight
 * steps of one family is hardly ever drawn from all families.
 */
const moods = {
  everything: {
    weight: 4,
    kinds: [
      ...[...shopperSteps, ...cardSteps, ...payPalSteps, ...providerSteps],
      ...[...staffSteps, ...batchSteps, ...timeSteps],
    ],
  },
  "a sale": { weight: 3, kinds: saleSteps },
  "cards, staff": { weight: 2, kinds: [...shopperSteps, ...cardSteps, ...staffSteps, ...batchSteps] },
  PayPal: { weight: 1, kinds: [...shopperSteps, ...payPalSteps, ...timeSteps] },
  "PayPal, providers": {
    weight: 1,
    kinds: [...shopperSteps, ...payPalSteps, ...providerSteps, ...timeSteps],
  },
  cards: { weight: 1, kinds: [...shopperSteps, ...cardSteps, ...timeSteps] },
  "cards, providers, staff": {
    weight: 1,
    kinds: [...shopperSteps, ...cardSteps, ...providerSteps, ...staffSteps, ...timeSteps],
  },
} satisfies Record<string, { weight: number; kinds: DrawnSteps[] }>;

/** Special moments: an ordinary noon, the end of a month, the nights when clocks change. */
const starts = [
  "2026-03-02T12:00:00Z",
  "2026-01-31T23:30:00Z",
  "2026-03-28T23:50:00Z",
  "2026-10-24T23:50:00Z",
];

interface Sequence {
  steps: readonly Step[];
  start: Date;
  ending: Ending;
}

/** How many steps a sequence has. */
const STEPS = 40;

/** Sequences and their ends; all of one mood where one is named. */
function sequences(mood?: string): fc.Arbitrary<Sequence> {
  const chosen = Object.entries(moods).filter(([name]) => mood === undefined || name === mood);
  const ofMood = chosen.map(([, { weight, kinds }]) => ({
    weight,
    arbitrary: fc.array(fc.oneof(...kinds), { minLength: STEPS * DRAWN, maxLength: STEPS * DRAWN }),
  }));
  return fc.record({
    steps: fc.oneof(...ofMood),
    start: fc.constantFrom(...starts).map((text) => new Date(text)),
    ending: fc.record({
      newestEventFirst: fc.boolean(),
      capturesComplete: fc.boolean(),
      disputesWon: fc.boolean(),
    }),
  });
}

const TELL_EACH_MS = 60_000;

/**
 * Runs the random sequence of each seed and audits the books after it. @throws Error with the shortest sequence that
 * broke a rule
 */
export async function runModel(
  world: World,
  { seeds, mood }: { seeds: readonly number[]; mood?: string | undefined },
): Promise<void> {
  const began = performance.now();
  let [steps, reported] = [0, began];
  for (const [index, seed] of seeds.entries()) {
    const [sequence] = fc.sample(sequences(mood), { seed, numRuns: 1 });
    if (!sequence) throw new Error("Nothing was drawn.");
    const named = mood === undefined ? "" : `MODEL_MOOD="${mood}" `;
    const again = `Again: ${named}MODEL_SEED=${seed} npx vitest run --project deep e2e/money/model.deep.test.ts`;
    const done = await runSequence(world, sequence).catch((error: unknown) => {
      throw new Error(`A step threw. ${again}`, { cause: error });
    });
    steps += done.steps.length;
    if (done.broken.size > 0) {
      console.log(
        `Seed ${seed} after ${index + 1} sequences, ${steps} steps, to be shortened:\n${done.text}`,
      );
      throw new Error(`${await shortest(world, sequence, done)}\n${again}`);
    }
    const now = performance.now();
    if (now < reported + TELL_EACH_MS && index + 1 < seeds.length) continue;
    reported = now;
    console.log(`${index + 1} sequences, ${steps} steps after ${((now - began) / 1000).toFixed(0)} s`);
  }
}

/** What came of a sequence: the steps that were possible, the broken rules, and the log of all actions. */
interface Done {
  steps: Step[];
  broken: Set<string>;
  text: string;
}

/** Runs one sequence, lets everything settle, and audits the database. */
async function runSequence(world: World, { steps, start, ending }: Sequence): Promise<Done> {
  await world.reset(start);
  const model = new Model([formOf("Ada"), formOf("Bob")]);
  const done: Step[] = [];
  for (const step of steps) {
    if (model.steps >= STEPS || !step.can(model)) continue;
    done.push(step);
    await step.run(world, model);
  }
  await comeToRest(world, model, ending);
  await audit(world, model, start);
  const text = [
    `${done.length} steps from ${start.toISOString()}:`,
    ...done.map((step) => `  ${step.text}`),
    ...world.log.map((line, index) => `${String(index + 1).padStart(3)}. ${line}`),
    ...new Set(world.violations.map(({ rule, text }) => `✗ ${rule}: ${text}`)),
  ];
  return { steps: done, broken: new Set(world.violations.map(({ rule }) => rule)), text: text.join("\n") };
}

/** Leaves out one step after another for as long as the same rule is broken. */
async function shortest(world: World, sequence: Sequence, broken: Done): Promise<string> {
  let found = broken;
  for (let index = found.steps.length - 1; index >= 0; index -= 1) {
    const steps = found.steps.filter((_, other) => other !== index);
    const without = await runSequence(world, { ...sequence, steps });
    if ([...without.broken].some((rule) => found.broken.has(rule))) found = without;
  }
  return found.text;
}

/** Settles whatever is still open. */
export interface Ending {
  newestEventFirst: boolean;
  capturesComplete: boolean;
  disputesWon: boolean;
}

const HOUR = 60;
/** Long enough for every hold, page and pause to expire. */
const WAITS = [2, 40, 2 * HOUR, 26 * HOUR, 4 * 24 * HOUR, 2];
/** How many rounds without any change count as settled. */
const FURTHER_SWEEPS = 10;

/** Lets everything that was begun finish, and checks that it does. */
export async function comeToRest(world: World, model: Model, ending: Ending): Promise<void> {
  world.log.push("— everything comes to rest —");
  for (let action = world.held[0]; action; action = world.held[0]) {
    await world.letGo(action);
    await model.look(world);
  }
  for (const minutes of WAITS) {
    for (const capture of listPendingCaptures()) {
      await decideCapture(world, capture, ending.capturesComplete);
    }
    for (const dispute of listOpenDisputes()) {
      await decideDispute(world, dispute, ending.disputesWon);
    }
    await deliverAll(world, model, ending);
    await waitFor(world, model, minutes);
  }
  await deliverAll(world, model, ending);
  for (const event of listEvents(model)) {
    world.violated("every event is taken in the end", `${event.subject} (${event.type})`);
  }
  await stayAtRest(world);
}

/** Ten more runs of the sweeper change nothing, and make no calls about finished payments. */
async function stayAtRest(world: World): Promise<void> {
  const before = await fingerprints(world);
  const { calls } = world;
  for (let run = 0; run < FURTHER_SWEEPS; run += 1) {
    await world.passTime((run === 5 ? HOUR + 1 : 1) * 61_000);
    await sweep(world);
  }
  for (const [table, after] of await fingerprints(world)) {
    if (after !== before.get(table))
      world.violated("everything comes to rest", `the sweeper changes ${table}`);
  }
  const callsAfter = world.calls - calls;
  if (callsAfter > 0)
    world.violated("everything comes to rest", `the sweeper asks the providers ${callsAfter} times more`);
}

const TABLES = [
  ...["payment", "checkout", "refund", "dispute", "failed_order"],
  ...["customer_order", "stock_hold", "product"],
];

/** The shop's rows as texts that stay equal while nothing changes, without times of visits, by table. */
async function fingerprints(world: World): Promise<Map<string, string>> {
  const parts = TABLES.map(
    (table) =>
      `select '${table}' as name, md5(string_agg((to_jsonb(row) - 'updated_at')::text, ',' order by row.id)) as sum from ${table} row`,
  );
  const rows = await world.database.rows<{ name: string; sum: string }>(parts.join(" union all "));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}
