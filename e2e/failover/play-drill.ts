import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../faults/random.ts";
import type { Crowd } from "./crowd.ts";
import type { Drill } from "./drills.ts";
import type { Onlooker } from "./onlooker.ts";
import type { Pair } from "./pair.ts";

/** How long shoppers may wait, or see the 503 page, after a promotion. */
const MOST_SECONDS = 10;
/** Shoppers who are served before and after the damage. */
const SERVED = 6;
/** A page from memory shows a change this soon. */
const HEARD_MS = 5000;

export interface World {
  shopUrl: string;
  pair: Pair;
  crowd: Crowd;
  onlooker: Onlooker;
  random: Random;
}

/** What a drill showed. */
export interface DrillResult {
  name: string;
  /** From the promotion to the first page after which each was there. */
  seconds: number;
  /** The onlooker's requests in this drill by the status of their answers; 0: broken off. */
  statuses: Map<number, number>;
  notes: string[];
  violations: string[];
}

/** Plays one drill under traffic, and makes a pair of the two hosts again. */
export async function playDrill(world: World, { name, act }: Drill): Promise<DrillResult> {
  const { shopUrl, pair, crowd, onlooker, random } = world;
  await crowd.untilServed(SERVED);
  const begun = performance.now();
  const failuresBefore = crowd.traffic.failures.length;
  const { notes, violations } = await act(pair, random);
  await onlooker.untilServed(pair.promotedAt, MOST_SECONDS * 1000);
  if (!(await hearsChanges(shopUrl, pair)))
    violations.push("A change after the promotion did not show: pages come from memory of before.");
  const complaint = await onlooker.complaint();
  if (complaint) violations.push(`After the promotion ${complaint}.`);
  await crowd.untilServed(SERVED);

  const seconds = onlooker.secondsUntilServed(pair.promotedAt);
  if (seconds > MOST_SECONDS) violations.push(`No page for ${seconds.toFixed(1)} s after the promotion.`);
  const statuses = onlooker.statusesAfter(begun);
  for (const [status, count] of statuses)
    if (![200, 503].includes(status))
      violations.push(`${count} pages were answered ${status || "not at all"}.`);
  const errors = crowd.traffic.failures
    .slice(failuresBefore)
    .filter(({ reason }) => /^50[^234]/.test(reason));
  for (const { path, reason } of errors) violations.push(`A shopper was answered ${reason} at ${path}.`);
  pair.mendNetwork();
  await pair.rejoin();
  return { name, seconds, statuses, notes, violations };
}

/** Whether the shop learns of what is changed in the new primary, and shows it to people without a cookie. */
async function hearsChanges(shopUrl: string, pair: Pair): Promise<boolean> {
  const mark = `Seen ${Math.round(performance.now())}`;
  await pair.query("update product set description = $1 where id = (select min(id) from product)", [mark]);
  const limit = Date.now() + HEARD_MS;
  while (Date.now() < limit) {
    const shown = await fetch(`${shopUrl}/api/products`).then((response) => response.text());
    if (shown.includes(mark)) return true;
    await wait(50);
  }
  return false;
}
