import { expect, it } from "vitest";
import { pauseAfter } from "./settle-refund.server.ts";

const MINUTE = 60_000;

it.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [7, 320],
  [8, 360],
  [1000, 360],
])("a refund that was refused %i times waits for %i minutes", (refusals, minutes) => {
  expect(pauseAfter(refusals)).toBe(minutes * MINUTE);
});
