import { parseArgs } from "node:util";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { AttackedShop } from "./attacked-shop.ts";
import { MemoryPeak, shopDuringFlood } from "./flooded-shopping.ts";
import { FLOODING_ADDRESS, type FloodPlan, floodNames, sources } from "./floods.ts";
import type { Purchase } from "./honest-shopper.ts";
import type { Recipe } from "./recipe.ts";
import { accountRecipes } from "./recipes/accounts.ts";
import { configurationRecipes } from "./recipes/configuration.ts";
import { behindNginx, deliveryRecipes } from "./recipes/delivery.ts";
import { disclosureRecipes } from "./recipes/disclosure.ts";
import { giveBackStock, limitRecipes } from "./recipes/limits.ts";
import { walkEverywhere } from "./walk.ts";

/**
 * Attacks a freshly started shop: every recipe of the audit (docs/security.md, "What an audit found"), hostile values
 * to every page, call and procedure in every role, and floods while an honest shopper buys. Exits with 1 when a recipe
 * worked, a response disclosed something, or she could not buy. `npm run attack`; `--short` is the form of `npm test`;
 * `--only H1,floods` plays some (beside the findings' numbers: walk, floods, neighbours).
 */
const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, only: { type: "string" } },
});
const only = values.only?.split(",");
const isWanted = (name: string) => !only || only.includes(name);

const FLOOD_SECONDS = 10;
const SHORT_FLOOD_SECONDS = 4;
/** More than honest shoppers buy while one flood lasts. */
const MOST_BOUGHT = 500;
/** At a time. */
const WORKERS = 24;
const NEIGHBOURS = 150;

const began = performance.now();
const faults: string[] = [];
const purchases: Purchase[] = [];
let played = 0;
let worked = 0;
let highestMemory = 0;

const folder = await makeThrowawayFolder();
let shop: AttackedShop | undefined;
let closed: Promise<void> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close().finally(() => process.exit(1)));
}
try {
  shop = await AttackedShop.open(folder);
  await attack(shop);
  report();
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error);
  if (shop) console.error(`The end of the shop's log:\n${shop.log.slice(-4000)}`);
  process.exitCode = 1;
} finally {
  await close();
}

async function attack(attacked: AttackedShop): Promise<void> {
  const memory = new MemoryPeak(attacked.pid);
  const recipes = [...deliveryRecipes, ...disclosureRecipes, ...accountRecipes, ...limitRecipes];
  for (const recipe of recipes) await play(attacked, recipe);
  if (isWanted("walk")) await walk(attacked);
  if (isWanted("floods")) await floods(attacked);
  if (isWanted("floods") || isWanted("neighbours")) await neighbours(attacked);
  memory.end();
  highestMemory = memory.highest;
  for (const recipe of [behindNginx, ...configurationRecipes]) await play(attacked, recipe);
}

async function play(attacked: AttackedShop, { finding, what, isLong, play }: Recipe): Promise<void> {
  if (!isWanted(finding) || (isLong && values.short)) return;
  if (attacked.isOpen) await attacked.forgetAttempts();
  played += 1;
  const got = await play(attacked).catch((error: unknown) => {
    faults.push(`${finding} could not be played: ${error instanceof Error ? error.message : error}`);
    print(`could not be played  ${finding}  ${what}`);
  });
  if (!got) return;
  worked += 1;
  faults.push(`${finding} worked: ${what}: ${got}`);
  print(`WORKED  ${finding}  ${what}\n           got ${got}`);
}

async function walk(attacked: AttackedShop): Promise<void> {
  const { requests, answers, findings } = await walkEverywhere(attacked, { short: values.short });
  const counts = Object.entries(answers).map(([kind, count]) => `${count} ${kind}`);
  print(`walked everywhere as everybody: ${requests} requests, ${counts.join(", ")}`);
  for (const finding of findings.slice(0, 20)) print(`FOUND  ${finding}`);
  if (findings.length > 0) faults.push(`${findings.length} answers showed or did what they must not`);
  await giveBackStock(attacked);
}

async function floods(attacked: AttackedShop): Promise<void> {
  const seconds = values.short ? SHORT_FLOOD_SECONDS : FLOOD_SECONDS;
  for (const source of sources) {
    for (const kinds of values.short ? [floodNames] : floodNames.map((name) => [name])) {
      await flooded(attacked, { source, kinds, seconds, workers: WORKERS });
    }
  }
}

/** She shares the address of the flood, like a neighbour in a block of flats with one address. */
async function neighbours(attacked: AttackedShop): Promise<void> {
  const seconds = values.short ? SHORT_FLOOD_SECONDS : FLOOD_SECONDS;
  const plan = { source: "one address", kinds: ["searches"], seconds, workers: NEIGHBOURS } as const;
  await flooded(attacked, plan, FLOODING_ADDRESS);
}

async function flooded(
  attacked: AttackedShop,
  plan: Omit<FloodPlan, "shopUrl">,
  address?: string,
): Promise<void> {
  await attacked.forgetAttempts();
  // Restocks what earlier shoppers bought: a sold-out shop shows nothing about a flood.
  await attacked.query("update product set stock_quantity = greatest(stock_quantity, $1)", [MOST_BOUGHT]);
  const { flooded, purchases: made } = await shopDuringFlood(attacked, plan, address);
  purchases.push(...made);
  const statuses = Object.entries(flooded.statuses).map(([status, count]) => `${status}: ${count}`);
  const happy = made.filter(({ failure }) => !failure).length;
  const longest = made.toSorted((one, other) => other.longestMs - one.longestMs)[0];
  const what = plan.kinds.length > 1 ? "everything" : plan.kinds[0];
  const where =
    address === undefined ? plan.source : `${plan.source}, ${plan.workers} at once, which is hers too`;
  print(`flood of ${what} from ${where}: ${flooded.requests} (${statuses.join(", ")});`);
  const wait = `${((longest?.longestMs ?? 0) / 1000).toFixed(1)} s, for ${longest?.longestAt.split("?")[0]}`;
  print(`           she bought ${happy} of ${made.length} times, longest wait ${wait}`);
  for (const { failure } of made) if (failure) print(`           NOT BOUGHT  ${failure}`);
  // Stock that is still held belongs to this flood; the next one starts with full stock.
  await giveBackStock(attacked);
}

function report(): void {
  const bought = purchases.filter(({ failure }) => !failure).length;
  const failed = purchases.length - bought;
  if (failed > 0) faults.push(`${failed} honest purchases failed`);
  const longest = purchases.toSorted((one, other) => other.longestMs - one.longestMs)[0];
  const lines = [
    `Recipes that worked:        ${worked} of ${played}`,
    `Honest purchases in floods: ${bought} of ${purchases.length}`,
    `Highest memory of the shop: ${highestMemory.toFixed(0)} MB`,
    `Her longest wait:           ${longest ? `${(longest.longestMs / 1000).toFixed(1)} s, for ${longest.longestAt.split("?")[0]}` : "none"}`,
  ];
  console.log(`\n${lines.join("\n")}`);
  if (faults.length > 0) console.log(`\n${faults.join("\n")}`);
}

function print(what: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);
}

function close(): Promise<void> {
  closed ??= (async () => {
    await shop?.stop();
    await removeThrowawayFolder(folder);
  })();
  return closed;
}
