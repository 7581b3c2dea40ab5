import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "#server/process/project-folder.ts";
import { withConnection } from "#server/testing/database.ts";
import prepareDatabase from "#server/testing/global-setup.ts";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { findOrInstallChromium } from "../prerequisites.ts";
import { type NearTest, testsNearest } from "./nearest-tests.ts";

/**
 * Plants the faults of `faults/*.txt` one at a time in a copy of what is committed, runs the tests that may notice
 * it, nearest first, until one fails, and says which. Ends with 1 if a fault survives, or its place is gone.
 *
 *     node scripts/test/planted/plant.ts [--only A01,A02] [--report file] [--near 20]
 *
 * `--near` runs so many of the nearest test files for each fault, and nothing else: a first look that takes minutes.
 */
const { values: options } = parseArgs({
  options: { only: { type: "string" }, report: { type: "string" }, near: { type: "string" } },
});
const nearest = options.near === undefined ? undefined : Number(options.near);
/** Tests that a fault makes run for ever, or fill the memory, are ended, which counts as noticed. */
const LIMIT_MS = 30 * 60_000;
const MOST_MEGABYTES = 1500;

let running: ChildProcess | undefined;
const folder = await makeThrowawayFolder({ onDisk: true });
const copy = path.join(folder, "copy");
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NO_COLOR: "1",
  NODE_OPTIONS: `--max-old-space-size=${MOST_MEGABYTES}`,
  NODE_COMPILE_CACHE: path.join(folder, "compiled"),
  PATH: `${path.join(projectFolder, "node_modules", ".bin")}${path.delimiter}${process.env.PATH}`,
};
const places: Record<string, string> = {};
const stopDatabase = await prepareDatabase({
  provide: (name, value) => {
    places[name] = value;
  },
});
environment.TEST_POSTGRES = JSON.stringify(places);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(1));

// One that a killed run left behind was cleared away with its folder.
await run(["git", "worktree", "prune"], projectFolder);
await run(["git", "worktree", "add", "--detach", copy, "HEAD"], projectFolder);
symlinkSync(path.join(projectFolder, "node_modules"), path.join(copy, "node_modules"));
cpSync(path.join(projectFolder, "public/pictures"), path.join(copy, "public/pictures"), { recursive: true });

const wanted = options.only?.split(",");
const counts = new Map<string, number>();
tell("| number | what | stage | first failing test | s |\n|---|---|---|---|---|");
for (const fault of readFaults()) {
  if (wanted && !wanted.includes(fault.number)) continue;
  const started = performance.now();
  const { stage, test } = await plant(fault);
  counts.set(stage, (counts.get(stage) ?? 0) + 1);
  const seconds = Math.round((performance.now() - started) / 1000);
  tell(`| ${fault.number} | ${fault.what} | ${stage} | ${test.replaceAll("|", "¦")} | ${seconds} |`);
}
tell(`\n${[...counts].map(([stage, count]) => `${stage}: ${count}`).join(", ")}`);
await end(counts.has("SURVIVED") || counts.has("GONE") ? 1 : 0);

/** The stage that noticed the fault, and the test in it. */
async function plant(fault: Fault): Promise<{ stage: string; test: string }> {
  const file = path.join(copy, fault.file);
  const right = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (right.split(fault.right).length !== 2) return { stage: "GONE", test: "" };
  const { fast, deep } = testsNearest(copy, fault.file);
  const begin = right.indexOf(fault.right);
  writeFileSync(file, right.slice(0, begin) + fault.wrong + right.slice(begin + fault.right.length));
  try {
    return (await notice(fault, fast.slice(0, nearest), deep)) ?? { stage: "SURVIVED", test: "" };
  } finally {
    writeFileSync(file, right);
  }
}

async function notice({ journey }: Fault, fast: NearTest[], deep: NearTest[]) {
  const failed = await unitTests("unit", fast);
  if (failed)
    return { stage: fast.find(({ file }) => failed.includes(file))?.stage ?? "imports", test: failed };
  if (nearest !== undefined) return undefined;
  const inBrowser = journey && (await journeys(journey, "--grep-invert"));
  if (inBrowser) return { stage: "journey", test: inBrowser };
  const test = (await unitTests("deep", deep)) ?? (journey && (await journeys(journey, "--grep")));
  return test ? { stage: "deep", test } : undefined;
}

async function unitTests(project: "unit" | "deep", tests: NearTest[]): Promise<string | undefined> {
  if (tests.length === 0) return undefined;
  const config = "scripts/test/planted/vitest.config.ts";
  const files = tests.map(({ file }) => file);
  const ended = await run(["vitest", "run", "--config", config, "--project", project, ...files], copy);
  await dropWhatIsLeft();
  return failure(ended);
}

/** A run that ended at its first failure left the database of that test behind. */
async function dropWhatIsLeft(): Promise<void> {
  await withConnection(places.adminUrl ?? "", async (client) => {
    const { rows } = await client.query("select datname from pg_database where datname like 'test\\_%'");
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

/** On a build with the fault, which is made once for both its journeys. */
async function journeys(name: string, grep: "--grep" | "--grep-invert"): Promise<string | undefined> {
  const built = await run(["node", "scripts/prepare.mjs", "--build"], copy);
  if (!built.ok) return "the build";
  const config = ["--config", "e2e/playwright.config.ts", "--max-failures=1", "--pass-with-no-tests"];
  const command = ["playwright", "test", ...config, "--reporter=list", grep, "@deep", `/${name}.spec.ts`];
  environment.CHROMIUM_PATH ??= findOrInstallChromium();
  return failure(await run(command, copy));
}

/** The first test that failed, as its runner names it. */
function failure({ ok, output }: { ok: boolean; output: string }): string | undefined {
  if (ok) return undefined;
  const named = /^(?:FAILED| *1\)) (.+?)[ ─]*$/m.exec(output)?.[1];
  return named ?? output.slice(-300).replaceAll("\n", " ");
}

function run([program = "", ...parameters]: string[], cwd: string): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, parameters, { cwd, env: environment, timeout: LIMIT_MS });
    running = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

function tell(line: string): void {
  console.log(line);
  if (options.report) appendFileSync(options.report, `${line}\n`);
}

async function end(code: number): Promise<void> {
  running?.kill();
  await stopDatabase();
  await removeThrowawayFolder(folder);
  await run(["git", "worktree", "prune"], projectFolder);
  process.exit(code);
}

export interface Fault {
  number: string;
  file: string;
  /** What the shop does wrong with it. */
  what: string;
  /** Occurs once in the file. */
  right: string;
  wrong: string;
  /** The file of `e2e/journeys/` that goes through this place, without ".spec.ts". */
  journey?: string;
}

/**
 * The faults of all lists. Each is a paragraph: number, file and perhaps a journey; what it does; and what of the file
 * is replaced (lines that begin with "-") by what (lines that begin with "+").
 */
export function readFaults(): Fault[] {
  const lists = path.join(import.meta.dirname, "faults");
  const faults = readdirSync(lists).flatMap((name) =>
    readFileSync(path.join(lists, name), "utf8")
      .split(/\n{2,}/)
      .filter((paragraph) => !paragraph.startsWith("#"))
      .map(readFault),
  );
  const numbers = faults.map(({ number }) => number);
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice) throw new Error(`Two faults have the number ${twice}.`);
  return faults.sort((one, other) => one.number.localeCompare(other.number));
}

function readFault(paragraph: string): Fault {
  const [first = "", what = "", ...changes] = paragraph.trimEnd().split("\n");
  const [number = "", file = "", journey] = first.split(" ");
  const linesWith = (sign: string) =>
    changes.flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : [])).join("\n");
  const [right, wrong] = [linesWith("-"), linesWith("+")];
  if (!/^[A-Z]\d\d$/.test(number) || right === "" || right === wrong)
    throw new Error(`This is no fault: ${paragraph}`);
  return { number, file, what, right, wrong, ...(journey ? { journey } : {}) };
}
