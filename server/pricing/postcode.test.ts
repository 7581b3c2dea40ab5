import { describe, expect, it } from "vitest";
import { isSuspectPostcode, normalPostcode, SAMPLE_POSTCODE, withNormalPostcodes } from "./postcode.ts";

describe("a postcode is written as people in Britain write it", () => {
  it.each([
    ["sy81aa", "SY8 1AA"],
    ["SY8 1AA", "SY8 1AA"],
    [" sy8  1aa ", "SY8 1AA"],
    ["Sy8-1aa", "SY8 1AA"],
    ["ec1a1bb", "EC1A 1BB"],
    ["m11ae", "M1 1AE"],
    ["je2 3ab", "JE2 3AB"],
    ["gir0aa", "GIR 0AA"],
    ["bfpo57", "BFPO 57"],
    ["biqq1zz", "BIQQ 1ZZ"],
    ["SW1A1AA\u00a0", "SW1A 1AA"],
  ])("%j becomes %j", (typed, stored) => expect(normalPostcode(typed)).toBe(stored));

  it.each(["NOPE", "", "75001", "D02 AF30", "K1A 0B1", "1012 ab", "SY8 1A", "SY8 1AI"])(
    "%j stays as it was typed",
    (typed) => expect(normalPostcode(typed)).toBe(typed),
  );

  it("in an address that is one text, too", () => {
    expect(withNormalPostcodes("1 Mill Lane, Ludlow, sy81aa, United Kingdom")).toBe(
      "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
    );
    expect(withNormalPostcodes("1 Mill Lane\nLudlow\nsy8 1aa")).toBe("1 Mill Lane\nLudlow\nSY8 1AA");
    expect(withNormalPostcodes("$& Lane, $1, , Lyon")).toBe("$& Lane, $1, , Lyon");
  });
});

describe("a postcode is asked about", () => {
  it.each([
    ["NOPE", "United Kingdom"],
    ["SY8 1A", "England"],
    ["75001", ""],
    ["12345", "Jersey"],
    ["-", "United Kingdom"],
    [".", ""],
  ])("%j in %j", (postcode, country) => expect(isSuspectPostcode({ postcode, country })).toBe(true));

  it.each([
    [SAMPLE_POSTCODE, "United Kingdom"],
    ["sy81aa", "uk"],
    ["bfpo 57", "United Kingdom"],
    ["", "United Kingdom"],
    ["75001", "France"],
    ["anything", "Ukraine"],
  ])("never %j in %j", (postcode, country) => expect(isSuspectPostcode({ postcode, country })).toBe(false));
});
