import { describe, expect, it } from "vitest";
import { publicDoors } from "#server/http/limits/limits.ts";
import { comparisons, tellNothing } from "./doors.ts";

/* `npm run timing` compares every public door, or says why it can tell nothing. Nothing is timed here. */

const compared = new Set(comparisons.map(({ door }) => door));
const excused = Object.keys(tellNothing);

describe("a door of the table of limits is compared, or named with the reason why it tells nothing", () => {
  it.each(Object.keys(publicDoors))("%s", (door) => {
    expect([compared.has(door), excused.includes(door)].filter(Boolean)).toHaveLength(1);
  });
});

it("no door is compared or named that is not in the table of limits", () => {
  const doors = new Set(Object.keys(publicDoors));
  expect([...compared, ...excused].filter((door) => !doors.has(door))).toEqual([]);
});
