import { expect, it } from "vitest";
import { likeAnywhere, likeLiteral, searchable, searchText } from "./fields.ts";

it.each([
  ["bio\u00adchar", "biochar", "a soft hyphen"],
  ["\u200bbio\u200cchar\u2060\ufeff", "biochar", "spaces of no width"],
  ["\u202abiochar\u202c\u200e", "biochar", "marks of direction"],
  ["Jose\u0301", "José", "an accent apart"],
  ["premium\u00a0 \t biochar\u0000", "premium biochar", "other spaces"],
  ["ｂｉｏｃｈａｒ　５", "biochar 5", "letters of East Asian keyboards"],
  ["bio\ud800char", "biochar", "half a letter"],
  ["می\u200cخواهم", "می\u200cخواهم", "but not a joiner that Persian writes"],
  ["👩\u200d🌾", "👩\u200d🌾", "nor one of a picture"],
])("searches for %j as %j: %s", (typed, sought) => expect(searchable(typed)).toBe(sought));

it("cuts a text without leaving half a letter", () => {
  expect(searchText(3).parse("ab🌱")).toBe("ab");
});

it("looks for apostrophes and hyphens as they are typed, copied and made", () => {
  expect(likeAnywhere("o’brien-jones 5%")).toBe("%o_brien_jones 5\\%%");
  expect(likeAnywhere("o'brien\u2011jones 5%")).toBe(likeAnywhere("o’brien-jones 5%"));
});

it("leaves no letter a wildcard", () => expect(likeLiteral("5%_\\")).toBe("5\\%\\_\\\\"));
