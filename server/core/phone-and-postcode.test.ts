import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { testContext } from "#server/testing/factories.ts";
import {
  isBritishPostcode,
  mailLink,
  phoneFromItsEnd,
  postcodeInCapitals,
  readPhoneFromItsEnd,
  readPostcode,
  telephoneLink,
} from "./phone-and-postcode.ts";

const spellings = [
  "07700 900674",
  "+44 7700 900674",
  "+44 (0)7700 900674",
  "0044 7700-900674",
  "07700.900.674",
  "07700\u2013900674",
  "tel:+447700900674",
];

describe("a telephone number", () => {
  it.each(spellings)("%s is found by every spelling of it, and by its last six digits", async (stored) => {
    const { em } = await testContext();
    const { indexed } = await rawRow(
      em,
      z.object({ indexed: z.string() }),
      `select ${phoneFromItsEnd("phone")} as indexed from (values (?::text)) typed (phone)`,
      [stored],
    );
    for (const asked of [...spellings, "900674"]) {
      expect(indexed.startsWith(readPhoneFromItsEnd(asked) ?? "nothing"), asked).toBe(true);
    }
  });

  it.each(["90067", "Penrose", "WR14 3AA", "", "07700 900674 ext"])("%j is none", (text) => {
    expect(readPhoneFromItsEnd(text)).toBeNull();
  });
});

it.each([
  ["+44 (0)1584 900 674", "tel:+441584900674"],
  ["01584 900674 ext 5", "tel:01584900674"],
  ["01584 900 674 / 07700 900674", "tel:01584900674"],
  ["0044 1584 900674", "tel:+441584900674"],
  ["+33 (0)1 23 45 67 89", "tel:+33123456789"],
  ["+44 (0)1584/900674", "tel:+441584900674"],
  ["07700\u00b7900\u00b7674", "tel:07700900674"],
  ["999", "tel:999"],
])("a tap on %s dials %s", (phone, link) => expect(telephoneLink(phone)).toBe(link));

it.each([
  ["jane@example.com", "mailto:jane@example.com"],
  ["50%?#&+x@example.com", "mailto:50%25%3F%23%26%2Bx@example.com"],
])("a mail to %s goes to %s", (email, link) => expect(mailLink(email)).toBe(link));

describe("a postcode", () => {
  it.each(["WR14 3AA", "wr14 3aa", "WR143AA", " wr14  3aa "])(
    "%j is found by its parts in any spelling",
    async (stored) => {
      const { em } = await testContext();
      const { indexed } = await rawRow(
        em,
        z.object({ indexed: z.string() }),
        `select ${postcodeInCapitals("postcode")} as indexed from (values (?::text)) typed (postcode)`,
        [stored],
      );
      for (const asked of ["WR14", "wr14 3", "WR14 3AA", "wr143aa"]) {
        expect(indexed.startsWith(readPostcode(asked) ?? "nothing"), asked).toBe(true);
      }
    },
  );

  it.each(["Malvern", "3", "12345678901", "WR14 3AA Malvern"])("%j is none", (text) => {
    expect(readPostcode(text)).toBeNull();
  });

  it("of Britain is told from a word and from a number", () => {
    for (const text of ["WR14", "wr14 3a", "N1", "sw1a 1aa"])
      expect(isBritishPostcode(text), text).toBe(true);
    for (const text of ["NPK520", "75001", "Ada", "WR14 3AAA"])
      expect(isBritishPostcode(text), text).toBe(false);
  });
});
