import fc from "fast-check";
import { Broken, runSequence, type Sequence, sequences, shorten } from "./sequence.ts";
import type { World } from "./world.ts";

const STEPS = 40;
const TELL_EACH_MS = 60_000;

interface ModelRun {
  /** How many sequences. */
  count: number;
  seed: number;
  /** Of a sequence that failed, to run it again. */
  path?: string | undefined;
  replay?: string | undefined;
  /** Which steps are drawn; of all kinds where none is named. */
  mood?: string | undefined;
}

/** Runs random sequences and audits the books after each. @throws Error with the shortest sequence that broke a rule */
export async function runModel(world: World, { count, seed, path, replay, mood }: ModelRun): Promise<void> {
  const began = performance.now();
  let [runs, steps, told] = [0, 0, began];
  const sums = () =>
    `${runs} sequences, ${steps} steps after ${((performance.now() - began) / 1000).toFixed(0)} s`;
  let isFound = false;
  const property = fc.asyncProperty(sequences(STEPS, { replay, mood }), async (sequence) => {
    try {
      steps += await runSequence(world, sequence, STEPS);
    } catch (error) {
      if (error instanceof Broken && !isFound)
        console.log(`Sequence ${runs}, to be shortened: ${error.message}`);
      isFound = true;
      throw error;
    }
    // Runs of the shortening do not count.
    if (!isFound) runs += 1;
    if (performance.now() < told + TELL_EACH_MS) return;
    told = performance.now();
    console.log(sums());
  });
  const details = await fc.check(property, { seed, numRuns: count, ...(path === undefined ? {} : { path }) });
  console.log(`${sums()}, seed ${seed}`);
  if (details.failed) throw new Error(await describe(world, details, mood));
}

async function describe(
  world: World,
  { errorInstance, counterexample, seed, counterexamplePath }: fc.RunDetails<[Sequence]>,
  mood: string | undefined,
): Promise<string> {
  const [sequence] = counterexample ?? [];
  if (!(errorInstance instanceof Broken) || !sequence) throw errorInstance;
  const replay = /replayPath="(.*)"/.exec(String(sequence.steps))?.[1] ?? "";
  const { message } = await shorten(world, sequence, errorInstance, STEPS);
  return `${message}\nAgain: ${mood === undefined ? "" : `MODEL_MOOD="${mood}" `}MODEL_SEED=${seed} MODEL_PATH="${counterexamplePath}" MODEL_REPLAY="${replay}" npx vitest run --project deep e2e/money/model.deep.test.ts`;
}
