import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import lighthouse, { type Flags, type Result } from "lighthouse";
import { chromium } from "playwright";
import { freePort } from "#db/embedded/connection-settings.ts";
import { findOrInstallChromium } from "../../scripts/test/prerequisites.ts";
import { startShop } from "../support/web-process.ts";

/**
 * `npx node e2e/perf/lighthouse.ts`: Google's Lighthouse with its mobile preset (a slow phone on a slow network) on the pages below,
 * in the built shop and the journeys' browser. Prints a table and what keeps a page below its marks; the reports lie
 * in test-results/lighthouse. Its performance figure needs a quiet machine.
 */
const pages = [
  "/",
  "/products",
  "/products/premium-biochar",
  "/science",
  "/blog/how-much-biochar-does-a-bed-need",
];
const minimums = { performance: 0.95, accessibility: 1, "best-practices": 1, seo: 1 };
/** Largest paint and blocked time in milliseconds; the layout's shift has no unit. */
const maximums = {
  "largest-contentful-paint": 2000,
  "total-blocking-time": 150,
  "cumulative-layout-shift": 0.02,
};

const reports = path.resolve("test-results", "lighthouse");
mkdirSync(reports, { recursive: true });

const shop = await startShop();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: ["--headless", "--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
});
try {
  const results: Result[] = [];
  for (const page of pages) results.push(await look(page));
  console.table(Object.fromEntries(results.map((result, index) => [pages[index], rowOf(result)])));
  const findings = results.flatMap((result, index) => findingsIn(result, pages[index] ?? ""));
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await shop.stop();
}

async function look(page: string): Promise<Result> {
  const flags: Flags = { port, output: "html", logLevel: "error", onlyCategories: Object.keys(minimums) };
  const run = await lighthouse(shop.url + page, flags);
  if (!run) throw new Error(`Lighthouse said nothing of ${page}.`);
  const name = page.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home";
  writeFileSync(path.join(reports, `${name}.html`), String(run.report));
  return run.lhr;
}

function rowOf({ categories, audits }: Result): Record<string, string | number> {
  const scores = Object.keys(minimums).map((name) => [
    name,
    Math.round((categories[name]?.score ?? 0) * 100),
  ]);
  const timings = {
    "first paint": "first-contentful-paint",
    "largest paint": "largest-contentful-paint",
    blocked: "total-blocking-time",
    shift: "cumulative-layout-shift",
    weight: "total-byte-weight",
  };
  const shown = Object.entries(timings).map(([name, audit]) => [name, audits[audit]?.displayValue ?? ""]);
  return Object.fromEntries([...scores, ...shown]);
}

/** Each mark that was missed, with the audits that cost it. */
function findingsIn({ categories, audits }: Result, page: string): string[] {
  const missed = Object.entries(minimums).flatMap(([name, minimum]) => {
    const category = categories[name];
    if (!category || (category.score ?? 0) >= minimum) return [];
    const costly = category.auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ""}`.trim());
    return [`${page}: ${name} ${Math.round((category.score ?? 0) * 100)}: ${costly.join("; ")}`];
  });
  const exceeded = Object.entries(maximums).flatMap(([audit, most]) => {
    const { title = audit, numericValue = 0 } = audits[audit] ?? {};
    return numericValue > most ? [`${page}: ${title} ${Number(numericValue.toFixed(3))} of ${most}`] : [];
  });
  return [...missed, ...exceeded];
}
