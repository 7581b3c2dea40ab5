import fc from "fast-check";
import { expect, it } from "vitest";
import { arranged } from "./product-media.server.ts";

const order = (...places: number[]) =>
  arranged(places.map((place, index) => ({ name: "abcdefgh"[index], place })))
    .map(({ name }) => name)
    .join("");

it.each([
  [[1, 2, 3], "abc"],
  [[1, 2, 1], "cab"],
  [[3, 2, 3], "bca"],
  [[2, 1, 3], "bac"],
  [[9, 2, 3], "bca"],
  [[1, 1, 1], "bca"],
])("places %j give the order %s", (places, expected) => {
  expect(order(...places)).toBe(expected);
});

it("puts what alone was moved where it was told, and keeps the order of the others", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(), fc.nat(), (count, which, where) => {
      const [from, to] = [which % count, where % count];
      const things = Array.from({ length: count }, (_, index) => ({
        index,
        place: index === from ? to + 1 : index + 1,
      }));
      const others = things.filter(({ index }) => index !== from).map(({ index }) => index);
      expect(arranged(things).map(({ index }) => index)).toEqual(others.toSpliced(to, 0, from));
    }),
  );
});
