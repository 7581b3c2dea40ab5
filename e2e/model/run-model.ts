import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { makeThrowawayFolder, removeThrowawayFolder } from "#server/testing/throwaway-folder.ts";
import { type Server, startServer } from "./model-database.ts";
import type { WorkerReport, WorkerTask } from "./model-worker.ts";

/**
 * Searches for faults: random sequences of actions by shoppers, providers, staff, the clock and dying processes
 * against the real shop, with an audit of the database after each
 * (docs/decisions/037-a-machine-that-looks-for-faults.md). `npx node e2e/model/run-model.ts --sequences 5000 --steps 40 --seed 1
 * --workers 2`; the printed `--seed`, `--path` and `--replay` repeat a fault. `--short` is the form of `npm test`.
 */
const whole = z.coerce.number().int().min(1);
const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "5000" },
    steps: { type: "string", default: "40" },
    workers: { type: "string", default: String(os.availableParallelism()) },
    seed: { type: "string" },
    path: { type: "string" },
    replay: { type: "string" },
    rule: { type: "string" },
    survey: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
  },
});

/** Fixed seeds: the tested change caused what they find. The long form uses new ones. */
const SHORT = { sequences: 30, steps: 40, seed: 20_261_122, survey: false };
const TELL_EACH_MS = 30_000;

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
const newSeed = values.seed === undefined ? randomInt(2 ** 31) : z.coerce.number().int().parse(values.seed);
Object.assign(process.env, { NODE_ENV: "test", LOG_LEVEL: "silent", RATE_LIMIT_FACTOR: "0" });

const folder = await makeThrowawayFolder();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void removeThrowawayFolder(folder).finally(() => process.exit(1)));
}
try {
  process.exitCode = (await run(await startServer(folder))) ? 0 : 1;
} finally {
  await removeThrowawayFolder(folder);
}

async function run(server: Server): Promise<boolean> {
  const tasks = values.short ? [SHORT] : longTasks();
  console.log(
    tasks.map(({ sequences, steps, seed }) => `${sequences} × ${steps} steps, --seed ${seed}`).join("\n"),
  );
  const counts = tasks.map(() => ({ runs: 0, steps: 0 }));
  const sums = () => {
    const runs = counts.reduce((sum, count) => sum + count.runs, 0);
    return `${runs} sequences, ${counts.reduce((sum, count) => sum + count.steps, 0)} steps after ${seconds()} s`;
  };
  const telling = values.short ? undefined : setInterval(() => console.log(sums()), TELL_EACH_MS);
  const results = await Promise.all(
    tasks.map((task, index) =>
      runWorker({ ...task, server, name: `model_${index}` }, ({ runs, steps }) => {
        counts[index] = { runs, steps };
      }),
    ),
  );
  clearInterval(telling);
  console.log(`${sums()}: ${results.every(Boolean) ? "nothing is broken" : "something is broken"}`);
  return results.every(Boolean);
}

type Task = Omit<WorkerTask, "server" | "name">;

/** Each worker has its share, with a seed of its own. */
function longTasks(): Task[] {
  const { rule, replay, survey } = values;
  const workers = values.path === undefined ? whole.parse(values.workers) : 1;
  const share = Math.ceil(whole.parse(values.sequences) / workers);
  return Array.from({ length: workers }, (_, index) => ({
    sequences: share,
    steps: whole.parse(values.steps),
    seed: newSeed + index,
    survey,
    ...(values.path === undefined ? {} : { path: values.path }),
    ...(replay === undefined ? {} : { replay }),
    ...(rule === undefined ? {} : { rule }),
  }));
}

/** @returns whether all was well */
function runWorker(
  task: WorkerTask,
  progress: (report: Extract<WorkerReport, { kind: "progress" }>) => void,
): Promise<boolean> {
  const here = import.meta.dirname;
  const worker = fork(path.join(here, "model-worker.ts"), {
    execArgv: ["--import", path.join(here, "read-tsx.ts")],
  });
  let isWell = false;
  let isBroken = false;
  worker.on("message", (report: WorkerReport) => {
    if (report.kind === "progress") progress(report);
    else if (report.kind === "seen") {
      isBroken = true;
      console.log(`--seed ${task.seed} --path ${report.path} breaks: ${report.rules.join("; ")}`);
    } else if (report.kind === "broken") console.log(textOf(task, report));
    else isWell = true;
  });
  worker.send(task);
  return new Promise((resolve) => worker.once("exit", (code) => resolve(code === 0 && isWell && !isBroken)));
}

function textOf(
  { steps }: WorkerTask,
  { text, seed, path: where, replay }: Extract<WorkerReport, { kind: "broken" }>,
): string {
  const again = `npx node e2e/model/run-model.ts --steps ${steps} --seed ${seed} --path "${where}" --replay "${replay}"`;
  return `\n${text}\nAgain: ${again}\n`;
}
