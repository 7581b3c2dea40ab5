import fc from "fast-check";
import { z } from "zod";
import { replaceNetwork } from "./action.ts";
import { replaceClock } from "./model-time.ts";
import { Broken, runSequence, type Sequence, sequences, shorten } from "./sequence.ts";
import { World } from "./world.ts";

/* One worker: a database, a shop with its stand-ins, and a share of the sequences. */

const taskSchema = z.object({
  server: z.object({ adminUrl: z.string(), shopUrl: z.string() }),
  name: z.string(),
  sequences: z.number(),
  steps: z.number(),
  seed: z.number(),
  path: z.string().optional(),
  replay: z.string().optional(),
  rule: z.string().optional(),
  /** Counts violations of each rule and continues, instead of shrinking the first. */
  survey: z.boolean(),
});

export type WorkerTask = z.infer<typeof taskSchema>;

/** A worker's messages: its progress, and at the end its findings. */
export type WorkerReport =
  | { kind: "progress"; runs: number; steps: number }
  | { kind: "seen"; rules: readonly string[]; path: string }
  | { kind: "broken"; text: string; seed: number; path: string; replay: string }
  | { kind: "done" };

const PROGRESS = 10;

process.once("message", (task) => void work(taskSchema.parse(task)));

async function work(task: WorkerTask): Promise<void> {
  replaceClock();
  replaceNetwork();
  const world = await World.open(task.server, task.name);
  const options = { limit: task.steps, rule: task.rule === undefined ? undefined : new RegExp(task.rule) };
  let [runs, steps, isFound] = [0, 0, false];
  const property = fc.asyncProperty(sequences(task.steps, task.replay), async (sequence) => {
    try {
      const done = await runSequence(world, sequence, options);
      // Runs during shrinking do not count as new sequences.
      if (!isFound) [runs, steps] = [runs + 1, steps + done];
      if (runs % PROGRESS === 0) send({ kind: "progress", runs, steps });
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      if (!isFound) send({ kind: "seen", rules: error.rules, path: String(runs) });
      if (task.survey) [runs, steps] = [runs + 1, steps + task.steps];
      else isFound = true;
      if (!task.survey) throw error;
    }
  });
  const { seed, path, sequences: numRuns } = task;
  const details = await fc.check(property, { seed, numRuns, ...(path === undefined ? {} : { path }) });
  send({ kind: "progress", runs, steps });
  if (details.failed) await report(world, details, options);
  // Open work of dead processes remains, and nobody waits for it.
  process.send?.({ kind: "done" } satisfies WorkerReport, () => process.exit(0));
}

async function report(
  world: World,
  { errorInstance, counterexample, seed, counterexamplePath }: fc.RunDetails<[Sequence]>,
  options: { limit: number; rule: RegExp | undefined },
): Promise<void> {
  const [sequence] = counterexample ?? [];
  if (!(errorInstance instanceof Broken) || !sequence) throw errorInstance;
  const replay = /replayPath="(.*)"/.exec(String(sequence.steps))?.[1] ?? "";
  const { message } = await shorten(world, sequence, errorInstance, options);
  send({ kind: "broken", text: message, seed, path: counterexamplePath ?? "", replay });
}

function send(report: WorkerReport): void {
  process.send?.(report);
}
