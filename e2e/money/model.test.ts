import { it } from "vitest";
import { runModel } from "./run-model.ts";

/** The same sequences each time, so that what they find was broken by the change under test. */
it(
  "whatever shoppers, providers, staff, the clock and dying processes do, the books are true",
  () => runModel({ count: 8, seed: 20_261_122 }),
  180_000,
);
