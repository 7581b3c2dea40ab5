import { expect, it } from "vitest";
import { withdrawalWords, wordingOf } from "./withdrawal-words.ts";

const place = (countryCode: string | null, country: string) => ({
  ...{ name: "Gwen Guest", address: "1 Test Lane", city: "Somewhere", postcode: "1" },
  ...{ countryCode, country },
});
const uk = place("GB", "United Kingdom");

it.each([
  ["in the United Kingdom", uk, uk, "uk"],
  ["in Germany", place("DE", "Germany"), place("DE", "Germany"), "eu"],
  ["in Germany, sent to somebody in the United Kingdom", place("DE", "Germany"), uk, "eu"],
  ["in the United Kingdom, sent to Ireland", uk, place("IE", "Ireland"), "eu"],
  ["somewhere that only its name says", place(null, "France"), uk, "eu"],
  ["in Norway", place("NO", "Norway"), place("NO", "Norway"), "uk"],
  ["somewhere unknown", place(null, "Middle of nowhere"), uk, "uk"],
] as const)("a buyer %s reads the words of the law there", (_where, billingAddress, shippingAddress, law) => {
  expect(wordingOf({ billingAddress, shippingAddress })).toBe(law);
});

it("the European Union's two steps are called as its directive says", () => {
  expect(withdrawalWords.eu.link.toLowerCase()).toBe("withdraw from contract here");
  expect(withdrawalWords.eu.confirm.toLowerCase()).toBe("confirm withdrawal");
});
