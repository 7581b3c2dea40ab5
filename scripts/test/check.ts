import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "#server/process/project-folder.ts";
import { findOrInstallChromium, findOrInstallFirefox, findOrInstallJava } from "./prerequisites.ts";
import { countTests, type Outcome, runStep, type Step, signalSteps, type TestCounts } from "./run-step.ts";

/**
 * `npm test`: each behaviour of the project once, with a summary at the end. `npm run test:deep` (`--deep`): what
 * searches or multiplies. `--only lint,types` runs some of the steps.
 */
process.chdir(projectFolder);
process.env.PATH = `${path.join(projectFolder, "node_modules", ".bin")}${path.delimiter}${process.env.PATH}`;

const reports = path.join(".cache", "reports");

const lint: Step = { name: "lint", command: ["biome", "check", "."] };
const types: Step = {
  name: "types",
  // Several threads infer the same types: two and a half times the work, which is not there beside the other lane.
  command: ["node", "node_modules/typescript-native/bin/tsc", "--noEmit", "--singleThreaded"],
};
const layers: Step = {
  name: "layers",
  command: ["depcruise", "--config", ".dependency-cruiser.js", "app", "server", "db", "scripts"],
};
const unused: Step = { name: "unused", command: ["knip"] };
const build: Step = { name: "build", command: ["node", "scripts/prepare.mjs", "--build"] };
/** As a first `npm start` makes it: half the work. */
const quickBuild: Step = { ...build, command: [...build.command, "--quick"] };
const unit = unitTests("unit", "unit");
const deepUnit = unitTests("deep-unit", "deep");
const journeys = journeysIn("journeys", ["--grep-invert", "@deep"]);
const deepJourneys = journeysIn("deep-journeys", ["--grep", "@deep"]);

/** Known attacks against one started shop, and another that is killed at every step of a payment. */
const attack = unitTests("attack", "attack");

/** What people do most, in a second browser. */
const firefox: Step = {
  name: "firefox",
  command: ["node", "e2e/browsers/run-firefox.ts"],
  needsBrowser: "firefox",
};

/**
 * Phases run one after another, the lanes of a phase side by side, the steps of a lane one after another (two cores).
 * Unit tests and journeys keep both cores busy by themselves: the unit tests take 180 s alone, and 1,000 s beside journeys.
 */
const fastPhases: Step[][][] = [
  [
    [lint, types, unused],
    [quickBuild, layers],
  ],
  [[unit]],
  [[journeys]],
];
const deepPhases: Step[][][] = [[[build]], [[deepUnit, attack, firefox], [deepJourneys]]];
const { values: options } = parseArgs({ options: { deep: { type: "boolean" }, only: { type: "string" } } });
const phases = options.deep ? deepPhases : fastPhases;
/** How many lines of a failed step the summary repeats. */
const END_LINES = 60;
const END_COLUMNS = 300;
const names = phases.flat(2).map((step) => step.name);

const chosen = chooseSteps();
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true;
    signalSteps(signal);
  });
}
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const started = performance.now();
const results: { outcome: Outcome; counts: TestCounts }[] = [];
for (const lanes of phases) {
  const names = lanes.map((lane) =>
    lane
      .filter(isChosen)
      .map((step) => step.name)
      .join(", "),
  );
  if (names.some(Boolean)) console.log(`Running ${names.filter(Boolean).join(" beside ")} …`);
  const running = lanes.map(runLane);
  // They run side by side, but are reported in order.
  for (const lane of running) for (const outcome of await lane) printOutcome(outcome);
}
summarise();
process.exitCode = interrupted || results.some(({ counts }) => counts.failed > 0) ? 1 : 0;

async function runLane(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps.filter(isChosen)) if (!interrupted) outcomes.push(await run(step));
  return outcomes;
}

function unitTests(name: string, project: string): Step {
  const report = path.join(reports, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return { name, command: ["vitest", "run", "--project", project, ...reporters], report };
}

function journeysIn(name: string, chosen: string[]): Step {
  const report = path.join(reports, `${name}.json`);
  return {
    name,
    command: [
      "playwright",
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--reporter=list,json",
      ...chosen,
    ],
    report,
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.resolve(report) },
    needsBrowser: "chromium",
  };
}

function isChosen(step: Step): boolean {
  return chosen.has(step.name);
}

async function run(step: Step): Promise<Outcome> {
  if (!step.needsBrowser) return runStep(step);
  if (step.needsBrowser === "firefox") {
    const place = findOrInstallFirefox();
    return place ? runStep({ ...step, environment: { FIREFOX_PATH: place } }) : leftOut(step);
  }
  try {
    return await runStep({
      ...step,
      environment: {
        ...step.environment,
        CHROMIUM_PATH: findOrInstallChromium(),
        ...(options.deep ? javaIfAny() : {}),
      },
    });
  } catch (error) {
    return {
      name: step.name,
      ok: false,
      seconds: 0,
      output: error instanceof Error ? error.message : String(error),
    };
  }
}

/** A second browser is not on every machine, and the first has tried it all. */
function leftOut({ name }: Step): Outcome {
  const output =
    "Left out: there is no Firefox. Install one (on Debian: sudo apt-get install -y firefox-esr), or name yours in FIREFOX_PATH.";
  return { name, ok: true, isLeftOut: true, seconds: 0, output };
}

/** Without Java only the journey that needs it fails, and says what to do. */
function javaIfAny(): Record<string, string> {
  try {
    return { JAVA_PATH: findOrInstallJava() };
  } catch {
    return {};
  }
}

function printOutcome(outcome: Outcome): void {
  const report = phases.flat(2).find(({ name }) => name === outcome.name)?.report;
  const counts = report
    ? countTests(report, outcome.ok)
    : { passed: Number(outcome.ok && !outcome.isLeftOut), failed: Number(!outcome.ok), flaky: 0 };
  results.push({ outcome, counts });
  console.log(`\n── ${outcome.name} ${"─".repeat(Math.max(2, 60 - outcome.name.length))}`);
  if (outcome.output.trim()) console.log(outcome.output.trimEnd());
  console.log(`${outcome.ok ? "✓" : "✗"} ${outcome.name}, ${outcome.seconds.toFixed(1)} s`);
}

/** Repeats the failures at the end, for people who read only that. */
function endOf({ name, output }: Outcome): string {
  const lines = output.trimEnd().split("\n").slice(-END_LINES);
  const short = lines.map((line) => (line.length > END_COLUMNS ? `${line.slice(0, END_COLUMNS)} …` : line));
  return `\n── the end of ${name} ${"─".repeat(Math.max(2, 49 - name.length))}\n${short.join("\n")}`;
}

/** The last line states the result, for people who read only that. */
function summarise(): void {
  console.log("\n── summary ─────────────────────────────────────────────────────");
  for (const { outcome, counts } of results) {
    const columns = [
      outcome.ok ? "✓" : "✗",
      outcome.name.padEnd(13),
      `${counts.passed} passed`.padStart(12),
      `${counts.failed} failed`.padStart(10),
      `${outcome.seconds.toFixed(1)} s`.padStart(9),
      counts.flaky > 0 ? `  ${counts.flaky} at the second try only: named above, to be mended` : "",
    ];
    console.log(columns.join(" ").trimEnd());
  }
  for (const { outcome } of results) if (!outcome.ok) console.log(endOf(outcome));
  if (interrupted) console.log("Interrupted.");
  const total = (kind: keyof TestCounts) => results.reduce((sum, { counts }) => sum + counts[kind], 0);
  console.log(`in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
}

function chooseSteps(): Set<string> {
  const selected = options.only?.split(",") ?? names;
  const unknown = selected.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(", ")}; the steps are ${names.join(", ")}.`);
    process.exit(1);
  }
  return new Set(selected);
}
