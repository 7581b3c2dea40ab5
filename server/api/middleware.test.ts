import { expect, it } from "vitest";
import { matchesEntityTag } from "./middleware.server.ts";

it.each([
  [null, false],
  ["", false],
  ['W/"a"', true],
  ['"a"', true],
  ["*", true],
  ['"b", W/"a"', true],
  ['"b"', false],
  ["a", false],
])('If-None-Match: %s matches W/"a": %s', (header, expected) => {
  expect(matchesEntityTag(header, 'W/"a"')).toBe(expected);
});
