import { expect, it } from "vitest";
import { addressInText } from "./address-in-text.ts";

const british = { country: "United Kingdom", postcode: "" };

it.each([
  ["2 Mill Lane, Ludlow, SY8 1AA, United Kingdom", british, "2 Mill Lane", "Ludlow", "SY8 1AA"],
  ["2 Mill Lane\nLudlow\nsy81aa", british, "2 Mill Lane", "Ludlow", "SY8 1AA"],
  ["2 Mill Lane, Ludlow SY8 1AA", british, "2 Mill Lane", "Ludlow", "SY8 1AA"],
  ["2 Mill Lane, Ludlow, Shropshire, SY8 1AA, UK", british, "2 Mill Lane", "Ludlow", "SY8 1AA"],
  ["Flat 3, 2 Mill Lane, Ludlow, SY8 1AA, England", british, "Flat 3, 2 Mill Lane", "Ludlow", "SY8 1AA"],
  ["2 Mill Lane, Ludlow", { ...british, postcode: "sy8 1aa" }, "2 Mill Lane", "Ludlow", "SY8 1AA"],
  ["1 Hill Street, St Helier, Jersey, JE2 4UA", british, "1 Hill Street", "St Helier, Jersey", "JE2 4UA"],
  ["2 Mill Lane, Ludlow", british, "2 Mill Lane", "Ludlow", ""],
  ["Here", british, "Here", "", ""],
  ["1 Rue du Bac, Paris, France", british, "1 Rue du Bac", "Paris, France", ""],
  ["2 Rue Verte, Lyon, 69001, France", { country: "France", postcode: "" }, "2 Rue Verte", "Lyon", "69001"],
  [
    "1 Rue du Bac, 75007 Paris, France",
    { country: "France", postcode: "" },
    "1 Rue du Bac",
    "Paris",
    "75007",
  ],
])("%j to %j is %j in %j, %j", (text, beside, address, city, postcode) => {
  expect(addressInText(text, beside)).toEqual({ address, city, postcode });
});
