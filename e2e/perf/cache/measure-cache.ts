import { setTimeout as wait } from "node:timers/promises";
import { type DeliveredNginx, startDeliveredNginx } from "../../attack/delivered-nginx.ts";
import { Random } from "../../faults/random.ts";
import { startCountingDatabase } from "../bench/database.ts";
import type { Closing } from "../closing.ts";
import { startShop } from "../shop.ts";
import { pageWeights, requestsOf, shareOfCache, type VisitKind, visitShares } from "./visit-mix.ts";

export interface CacheReport {
  /** For how many seconds a cache may keep each page. */
  kept: Map<string, number>;
  /** A day's visits, calculated. */
  days: { visits: number; requests: number; ofVisits: number }[];
  /** Visits played through the delivered nginx; none where it is not installed. */
  played?: { visits: number; seconds: number; answers: Map<string, number>; calculated: number };
}

interface Measuring {
  closing: Closing;
  folder: string;
  seconds: number;
}

const DAYS = [3_500, 35_000, 350_000, 3_500_000];
const VISITS_A_SECOND = 3;
const BETWEEN_PAGES_MS = 3000;
const PARTS_OF_DAY = 24 * 3600;

/** What a cache in front keeps away from the shop: calculated for a day, and played through deploy/nginx.conf. */
export async function measureCache({ closing, folder, seconds }: Measuring): Promise<CacheReport> {
  const database = await closing.open(
    () => startCountingDatabase(folder),
    (opened) => opened.stop(),
  );
  const shop = await closing.open(
    () => startShop({ databaseUrl: database.url, dataDir: folder, settings: { TRUST_PROXY: "on" } }),
    (opened) => opened.stop(),
  );
  const kept = new Map<string, number>();
  for (const page of Object.keys(pageWeights)) {
    const response = await fetch(shop.url + page);
    if (!response.ok) throw new Error(`${page} answers ${response.status}`);
    await response.arrayBuffer();
    const age = /s-maxage=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1];
    kept.set(page, Number(age ?? 0));
  }
  const days = DAYS.map((visits) => {
    const share = shareOfCache(visits, kept);
    return { visits, requests: share.requests, ofVisits: share.visits };
  });
  const nginx = await closing.open(
    () => startDeliveredNginx(folder, Number(new URL(shop.url).port)),
    (opened) => opened?.stop(),
  );
  if (!nginx) return { kept, days };
  const answers = await playVisits(nginx, seconds);
  const visits = VISITS_A_SECOND * seconds;
  // The same rate all day long.
  const calculated = shareOfCache(VISITS_A_SECOND * PARTS_OF_DAY, kept).requests;
  return { kept, days, played: { visits, seconds, answers, calculated } };
}

/** How often each X-Cache came ("none": a request that nginx may not answer by itself). */
async function playVisits(nginx: DeliveredNginx, seconds: number): Promise<Map<string, number>> {
  const random = new Random(17);
  const answers = new Map<string, number>();
  const ask = async (page: string, cookie?: string) => {
    const { status, headers } = await nginx.send("GET", page, cookie === undefined ? {} : { Cookie: cookie });
    const answer = status === 200 ? String(headers["x-cache"] ?? "none") : String(status);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const visit = async (kind: VisitKind) => {
    const { anonymous, withCart } = requestsOf[kind];
    for (let page = 0; page < anonymous + withCart; page += 1) {
      if (page > 0) await wait(BETWEEN_PAGES_MS);
      await ask(nextPage(random), page < anonymous ? undefined : "cart=rush");
    }
  };
  const visits: Promise<void>[] = [];
  for (let number = 0; number < VISITS_A_SECOND * seconds; number += 1) {
    visits.push(visit(nextKind(random)));
    await wait(1000 / VISITS_A_SECOND);
  }
  await Promise.all(visits);
  return answers;
}

function nextPage(random: Random): string {
  return drawn(random, Object.entries(pageWeights), 100) ?? "/";
}

function nextKind(random: Random): VisitKind {
  return drawn(random, Object.entries(visitShares) as [VisitKind, number][], 1) ?? "looksAtOnePage";
}

function drawn<Name extends string>(random: Random, parts: readonly [Name, number][], whole: number) {
  let place = random.next() * whole;
  for (const [name, part] of parts) {
    place -= part;
    if (place < 0) return name;
  }
  return undefined;
}

export function printCache({ kept, days, played }: CacheReport): void {
  const notKept = [...kept].filter(([, seconds]) => seconds === 0).map(([page]) => page);
  console.log(`\nKept by a cache: ${kept.size - notKept.length} of ${kept.size} pages`);
  if (notKept.length > 0) console.log(`Always from the shop: ${notKept.join(", ")}`);
  console.log("\nA day's visits, calculated: pages from the cache, visits that never reach the shop");
  for (const { visits, requests, ofVisits } of days)
    console.log(`${visits.toLocaleString("en-GB").padStart(12)} ${percent(requests)} ${percent(ofVisits)}`);
  if (!played) {
    console.log("\nnginx is not installed: nothing was played through it.");
    return;
  }
  const total = [...played.answers.values()].reduce((sum, count) => sum + count, 0);
  const words = [...played.answers]
    .map(([answer, count]) => `${answer} ${percent(count / total)}`)
    .join(", ");
  console.log(
    `\n${played.visits} visits in ${played.seconds} s through deploy/nginx.conf, ${total} pages: ${words}; calculated for this rate: HIT ${percent(played.calculated)}`,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)}%`;
}
