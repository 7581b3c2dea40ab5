import { parseArgs } from "node:util";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import type { AttackedShop } from "../attack/attacked-shop.ts";
import { type ComparedTimes, compareTimes } from "./compare-times.ts";
import type { Asks, Comparison } from "./comparison.ts";
import { comparisons } from "./comparisons.ts";
import { ProcessorTime } from "./processor-time.ts";
import { openTimedShop, untilQuiet } from "./timed-shop.ts";

/**
 * Whether response times reveal who or what exists: requests about existing and missing subjects to every public
 * endpoint, in pairs of random order, one at a time. Exits with 1 when an endpoint reveals something. `npm run
 * timing`; `--pairs 1000` measures more closely, `--only "POST /register,/newsletter"` some endpoints.
 */
const { values } = parseArgs({
  options: { pairs: { type: "string", default: "200" }, only: { type: "string" } },
});
const pairs = Number(values.pairs);
if (!Number.isInteger(pairs) || pairs < 20) throw new Error("--pairs must be a whole number from 20 on.");
const only = values.only?.split(",");
const chosen = comparisons.filter(({ endpoint }) => !only || only.some((part) => endpoint.includes(part)));
if (chosen.length === 0) throw new Error(`No endpoint is called ${values.only}.`);

/** Unmeasured requests first, so that statements are prepared and code is compiled. */
const WARM_UP_PAIRS = 10;

/** The chance that all endpoints together raise one false alarm, shared out among them (Bonferroni). */
const ALPHA = 0.001;

/**
 * Smaller differences are not told apart from the way to the shop. Over a line whose times vary by 5 ms, a thousand tries
 * each leave an error of 1.25 × 5 ms × √(2 / 1000) = 0.3 ms in the difference of two medians; twice that is needed to be
 * sure of one name. And the endpoints' limits let an address ask for one name ten to forty times an hour.
 */
const TELLING_MS = 0.5;

/**
 * "MORE WORK": a busy machine hid it in the times, but not in the work of shop and database. "too noisy": nothing was
 * seen, but a revealing difference might have been missed.
 */
type Verdict = "TELLS" | "MORE WORK" | "OTHER WORDS" | "too noisy" | "tells nothing";

interface Result {
  endpoint: string;
  what: string;
  /** From the request to the end of the response. */
  time: ComparedTimes;
  /** Processor time meanwhile. */
  work: ComparedTimes;
  verdict: Verdict;
}

const fine: readonly Verdict[] = ["tells nothing", "too noisy"];

const began = performance.now();
const folder = await makeThrowawayFolder({ onDisk: true });
let shop: AttackedShop | undefined;
let closed: Promise<void> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close().finally(() => process.exit(1)));
}
try {
  shop = await openTimedShop(folder);
  const results: Result[] = [];
  console.log(
    row([
      "endpoint",
      "what exists",
      "pairs",
      "there",
      "not there",
      "difference",
      "p",
      "work's difference",
      "p",
      "verdict",
    ]),
  );
  const faults: string[] = [];
  for (const { endpoint, comparison } of chosen) {
    try {
      const result = await measure(shop, endpoint, comparison);
      results.push(result);
      console.log(row(cellsOf(result)));
    } catch (error) {
      faults.push(`${endpoint}, ${comparison.what}: ${error instanceof Error ? error.message : error}`);
      console.log(row([endpoint, comparison.what, "NOT COMPARED"]));
    }
  }
  report(results, faults);
} catch (error) {
  console.error(error);
  if (shop) console.error(`The end of the shop's log:\n${shop.log.slice(-4000)}`);
  process.exitCode = 1;
} finally {
  await close();
}

async function measure(timed: AttackedShop, endpoint: string, comparison: Comparison): Promise<Result> {
  const asks = await comparison.prepare(timed, pairs + WARM_UP_PAIRS);
  const times: Record<keyof Asks, number[]> = { there: [], notThere: [] };
  const works: Record<keyof Asks, number[]> = { there: [], notThere: [] };
  const lengths: Record<keyof Asks, Set<number>> = { there: new Set(), notThere: new Set() };
  for (let time = 0; time < pairs + WARM_UP_PAIRS; time += 1) {
    const order = Math.random() < 0.5 ? (["there", "notThere"] as const) : (["notThere", "there"] as const);
    for (const side of order) {
      const { as, method, path, sent } = await asks[side](time);
      await untilQuiet(timed);
      const processors = await ProcessorTime.of(timed);
      const workedBefore = processors.now();
      const begun = performance.now();
      const { status, text } = await as.send(method, path, sent);
      const took = performance.now() - begun;
      const worked = processors.now() - workedBefore;
      if (status !== comparison.status) {
        throw new Error(`the answer is ${status}, not ${comparison.status}: ${text.slice(0, 300)}`);
      }
      lengths[side].add(text.length);
      if (time < WARM_UP_PAIRS) continue;
      times[side].push(took);
      works[side].push(worked);
    }
  }
  const [time, work] = [compareTimes(times), compareTimes(works)];
  return { endpoint, what: comparison.what, time, work, verdict: verdictOf(time, work, lengths) };
}

function tells({ p, difference }: ComparedTimes): boolean {
  return p < ALPHA / comparisons.length && Math.abs(difference) > TELLING_MS;
}

function verdictOf(
  time: ComparedTimes,
  work: ComparedTimes,
  lengths: Record<keyof Asks, Set<number>>,
): Verdict {
  if (tells(time)) return "TELLS";
  if (tells(work)) return "MORE WORK";
  // Equal responses have equal lengths.
  const other = [...lengths.there].some((length) => !lengths.notThere.has(length));
  if (other || lengths.there.size !== lengths.notThere.size) return "OTHER WORDS";
  const isSmall = ({ difference, margin }: ComparedTimes) => Math.abs(difference) + margin <= TELLING_MS;
  return isSmall(time) || isSmall(work) ? "tells nothing" : "too noisy";
}

function report(results: Result[], faults: string[]): void {
  const telling = results.filter(({ verdict }) => !fine.includes(verdict));
  const noisy = results.filter(({ verdict }) => verdict === "too noisy");
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `\n${results.length} comparisons in ${seconds} s. An endpoint tells when its medians differ by more than ${TELLING_MS} ms ` +
      `and chance makes pairs differ so less than once in ${(comparisons.length / ALPHA).toLocaleString("en-GB")} times.`,
  );
  console.log(telling.length === 0 ? "No endpoint was seen to tell." : `${telling.length} tell.`);
  if (noisy.length > 0) {
    console.log(
      `Of ${noisy.length} the margins are larger than that: on a quieter machine, or with more --pairs, more is seen.`,
    );
  }
  for (const fault of faults) console.log(`Not compared: ${fault}`);
  process.exitCode = telling.length + faults.length > 0 ? 1 : 0;
}

function cellsOf({ endpoint, what, time, work, verdict }: Result): string[] {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const likely = ({ p }: ComparedTimes) => (p < 0.001 ? p.toExponential(0) : p.toFixed(3));
  const signed = ({ difference, margin }: ComparedTimes) =>
    `${difference > 0 ? "+" : ""}${difference.toFixed(2)} ± ${ms(margin)}`;
  const compared = [time, work].flatMap((one) => [signed(one), likely(one)]);
  return [endpoint, what, String(time.pairs), ms(time.there), ms(time.notThere), ...compared, verdict];
}

function row(cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function close(): Promise<void> {
  closed ??= (async () => {
    await shop?.stop();
    await removeThrowawayFolder(folder);
  })();
  return closed;
}
