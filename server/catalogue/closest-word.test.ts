import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeWords, errorsBetween, splitIntoWords } from "./catalogue-search.server.ts";

describe("the words that may have been meant", () => {
  it.each([
    ["biocahr", ["biochar", "biogas"], ["biochar"]],
    ["vinnegar", ["vinegar", "vine"], ["vinegar"]],
    ["vermiculte", ["vermiculite"], ["vermiculite"]],
    ["feeed", ["seed", "feed"], ["feed", "seed"]],
    ["zzzzz", ["biochar"], []],
    ["ash", ["oak"], []],
    ["biochar", [], []],
  ])("for %j among %j are %j", (typed, candidates, expected) => {
    expect(closeWords(typed, candidates)).toEqual(expected);
  });

  it("counts one error for two neighbours swapped, whatever the word", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(..."abcdefghij"), { minLength: 2 }),
        fc.nat(),
        (letters, where) => {
          const at = where % (letters.length - 1);
          const swapped = letters.with(at, letters[at + 1] ?? "").with(at + 1, letters[at] ?? "");
          expect(errorsBetween(letters.join(""), swapped.join(""))).toBe(1);
        },
      ),
    );
  });

  it("is as far from another as that is from it, and nowhere from itself", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
        expect(errorsBetween(one, other)).toBe(errorsBetween(other, one));
        expect(errorsBetween(one, one)).toBe(0);
      }),
    );
  });
});

it("words are letters and digits in small letters; who types signs means them", () => {
  expect(splitIntoWords("  Biochar, 5-kg é")).toEqual(["biochar", "5", "kg", "é"]);
  for (const text of ["5%", "_irch", "\\", "1=1"]) expect(splitIntoWords(text)).toEqual([]);
});
