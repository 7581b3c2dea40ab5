import { randomInt } from "node:crypto";
import { afterAll, beforeAll, it } from "vitest";
import { runModel } from "./sequence.ts";
import { World } from "./world.ts";

/** For a night: `MODEL_SEQUENCES=5000 npx vitest run --project deep e2e/money/model.deep.test.ts`, with a new seed each time. */
const { MODEL_SEQUENCES, MODEL_SEED, MODEL_MOOD } = process.env;

let world: World;

beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

it(
  "whatever shoppers, providers, staff, the clock and dying processes do, the books are true",
  () =>
    runModel(world, {
      seeds:
        MODEL_SEED === undefined
          ? Array.from({ length: Number(MODEL_SEQUENCES ?? 60) }, () => randomInt(2 ** 31))
          : [Number(MODEL_SEED)],
      mood: MODEL_MOOD,
    }),
  36_000_000,
);
