import { describe, expect, it } from "vitest";
import { publicEndpoints } from "#server/http/limits/limits.ts";
import { comparisons, tellNothing } from "./comparisons.ts";

/* `npm run timing` compares every public endpoint, or says why it reveals nothing. Nothing is timed here. */

const compared = new Set(comparisons.map(({ endpoint }) => endpoint));
const excused = Object.keys(tellNothing);

describe("each endpoint in the table of limits is compared, or excused with a reason", () => {
  it.each(Object.keys(publicEndpoints))("%s", (endpoint) => {
    expect([compared.has(endpoint), excused.includes(endpoint)].filter(Boolean)).toHaveLength(1);
  });
});

it("no endpoint outside the table of limits is compared or excused", () => {
  const listed = new Set(Object.keys(publicEndpoints));
  expect([...compared, ...excused].filter((endpoint) => !listed.has(endpoint))).toEqual([]);
});
