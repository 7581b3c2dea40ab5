import type { RushResult } from "./measure-rush.ts";

/** An order, or the refusal of one, in 99 of 100 cases. */
const P99_MS = 1000;
/** Beyond what one shopper's own steps need. */
const MOST_ROLLED_BACK = 2;

/** What is wrong with a rush; empty means nothing. */
export function faultsOf(result: RushResult): string[] {
  const { endings, statuses, stock, shoppers, way, books, work } = result;
  const sold = Math.min(stock, shoppers);
  const refused = endings.filter(({ isOrder }) => !isOrder);
  const isHonest = ({ status, message }: (typeof refused)[number]) =>
    status === 409 && /is out of stock\.|(is|are) left\./.test(message);
  const givenBack = way === "by script" ? shoppers - sold : 0;
  const faults: [boolean, string][] = [
    [
      books.orders !== sold || books.units !== sold,
      `${books.orders} orders of ${books.units} units, not ${sold}`,
    ],
    [
      endings.length - refused.length !== sold,
      `${endings.length - refused.length} saw an order, not ${sold}`,
    ],
    [books.stockLeft !== stock - sold, `${books.stockLeft} are left, not ${stock - sold}`],
    [books.held !== 0, `${books.held} are still held`],
    [
      books.charged !== sold + givenBack || books.givenBack !== givenBack || books.stranded !== 0,
      `${books.charged} charged, ${books.givenBack} given back, ${books.stranded} stranded; not ${sold + givenBack}, ${givenBack} and 0`,
    ],
    [
      !refused.every(isHonest),
      `refused otherwise: ${wordsOf(refused.filter((ending) => !isHonest(ending)))}`,
    ],
    [[...statuses.keys()].some((status) => status === 0 || status >= 500), `statuses ${statusesOf(result)}`],
    [
      work.rolledBack > MOST_ROLLED_BACK * refused.length + shoppers / 10,
      `${work.rolledBack} transactions rolled back for ${refused.length} refusals`,
    ],
    [percentile(result, 0.99) > P99_MS, `p99 ${percentile(result, 0.99).toFixed(0)} ms, not ${P99_MS}`],
  ];
  return faults.filter(([isFault]) => isFault).map(([, what]) => what);
}

export function printRush(result: RushResult): void {
  const { way, stock, shoppers, withinSeconds, endings, seconds, books, work } = result;
  const pressing = withinSeconds === 0 ? "in the same moment" : `within ${withinSeconds} s`;
  const ofAShopper = (count: number) => (count / shoppers).toFixed(1);
  const ms = (share: number) => `${percentile(result, share).toFixed(0)} ms`;
  console.log(`\n${shoppers} shoppers for ${stock} of one product, ${way}, pressing ${pressing}`);
  console.log(`  told: ${wordsOf(endings)}`);
  console.log(
    `  order or refusal: ${ms(0.5)} in the median, p99 ${ms(0.99)}; all within ${seconds.toFixed(1)} s, ${(shoppers / seconds).toFixed(1)} a second`,
  );
  console.log(
    `  books: ${books.orders} orders, ${books.stockLeft} left, ${books.held} held; ${books.charged} charged, ${books.givenBack} given back, ${books.stranded} stranded`,
  );
  console.log(
    `  database: ${ofAShopper(work.statements)} statements and ${ofAShopper(work.transactions)} transactions a shopper with after-work, ${work.rolledBack} rolled back; ${work.mostWaiting} connections at most waited for a lock`,
  );
  console.log(`  statuses: ${statusesOf(result)}`);
  const faults = faultsOf(result);
  for (const fault of faults) console.log(`  ✗ ${fault}`);
  if (faults.length === 0) console.log("  ✓ as it should be");
}

function percentile({ endings }: RushResult, share: number): number {
  const sorted = endings.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function wordsOf(endings: RushResult["endings"]): string {
  const counts = new Map<string, number>();
  for (const { isOrder, status, message } of endings) {
    const words = isOrder ? "an order" : `${status} "${message}"`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, times]) => `${times} × ${words}`).join(", ");
}

function statusesOf({ statuses }: RushResult): string {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status} × ${times}`)
    .join(", ");
}
