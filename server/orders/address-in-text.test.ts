import { describe, expect, it } from "vitest";
import { addressInText, missingInAddress } from "./address-in-text.ts";

const british = { country: "United Kingdom", postcode: "" };
const france = { country: "France", postcode: "" };

describe("an address in one text", () => {
  it.each([
    ["2 Mill Lane, Ludlow, SY8 1AA, United Kingdom", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane\nLudlow\nsy81aa", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane, Ludlow SY8 1AA", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane, Ludlow, Shropshire, SY8 1AA, UK", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["Flat 3, 2 Mill Lane, Ludlow, SY8 1AA, England", "Flat 3, 2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["1 Hill Street, St Helier, Jersey, JE2 4UA", "1 Hill Street", "St Helier, Jersey", "JE2 4UA"],
    ["2 Mill Lane; Ludlow; (SY8 1AA)", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane | Ludlow | Postcode: SY8 1AA", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane, Ludlow. SY8 1AA.", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["Flat 2/1, 5 Hill St, Durham, Co. Durham, DH1 1AA", "Flat 2/1, 5 Hill St", "Durham", "DH1 1AA"],
    ["5 Hill St, Leeds, W. Yorks, LS1 1AA", "5 Hill St", "Leeds", "LS1 1AA"],
    ["2 Mill Lane, Ludlow", "2 Mill Lane", "Ludlow", ""],
    ["Here", "Here", "", ""],
    ["1 Rue du Bac, Paris, France", "1 Rue du Bac", "Paris, France", ""],
    ["2 Mill Lane, Ludlow, SY8 1AA (UK)", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane, Ludlow (SY8 1AA)", "2 Mill Lane", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane, Ludlow, SY8 1AA (ring bell)", "2 Mill Lane, ring bell", "Ludlow", "SY8 1AA"],
    ["2 Mill Lane, Ludlow (flat 3)", "2 Mill Lane, flat 3", "Ludlow", ""],
    ["1 Croft, Isle of Skye, IV51 9XX, Scotland", "1 Croft", "Isle of Skye", "IV51 9XX"],
    ["Cpl A Jones, BFPO 57, UK", "Cpl A Jones", "", "BFPO 57"],
    ["1 Mead St, London, W1S, W1S 1AA", "1 Mead St, London", "W1S", "W1S 1AA"],
  ])("%j to Britain is %j in %j, %j", (text, address, city, postcode) => {
    expect(addressInText(text, british)).toEqual({ address, city, postcode });
  });

  it.each([
    ["12 Quay St, Dublin 1, D01 F5P2, Ireland", "Ireland", "12 Quay St", "Dublin 1", "D01 F5P2"],
    ["12 Quay St, Cork T12X6H7", "Ireland", "12 Quay St", "Cork", "T12X6H7"],
    ["1600 Elm Ave, Springfield, IL 62701, USA", "USA", "1600 Elm Ave", "Springfield IL", "62701"],
    ["1 Elm Ave, Springfield IL 62701-1234", "USA", "1 Elm Ave", "Springfield IL", "62701-1234"],
    ["1200 Elm St, Ottawa, ON K1A 0B1", "Canada", "1200 Elm St", "Ottawa ON", "K1A 0B1"],
    ["ul. Nowa 1, 00-001 Warszawa", "Poland", "ul. Nowa 1", "Warszawa", "00-001"],
    ["2 Rue Verte, Lyon, 69001, France", "France", "2 Rue Verte", "Lyon", "69001"],
    ["1200 Route Verte, 69001 LYON CEDEX 02", "France", "1200 Route Verte", "LYON CEDEX 02", "69001"],
    ["Gracht 1, 1012 NX Amsterdam", "Holland", "Gracht 1", "Amsterdam", "1012 NX"],
    ["1 Elm St, Suite 2000, Chicago, USA", "USA", "1 Elm St, Suite 2000", "Chicago", ""],
    ["1 Elm St, Suite 2000, Chicago, IL 60601", "USA", "1 Elm St, Suite 2000", "Chicago IL", "60601"],
    ["1 Rue Verte, Bâtiment 1200, Lyon", "France", "1 Rue Verte, Bâtiment 1200", "Lyon", ""],
    ["Villa 1, PO Box 12345, Doha", "Qatar", "Villa 1, PO Box 12345", "Doha", ""],
    ["Villa 1, Doha, P.O. Box 12345, Qatar", "Qatar", "Villa 1, Doha", "P.O. Box 12345", ""],
  ])("%j to %s is %j in %j, %j", (text, country, address, city, postcode) => {
    expect(addressInText(text, { country, postcode: "" })).toEqual({ address, city, postcode });
  });

  it.each(["2 Mill Lane, Ludlow", "2 Mill Lane, Ludlow (Shropshire)"])(
    "%j has the postcode that stands beside it",
    (text) => {
      const parts = { address: "2 Mill Lane", city: "Ludlow", postcode: "SY8 1AA" };
      expect(addressInText(text, { ...british, postcode: "sy8 1aa" })).toEqual(parts);
    },
  );
});

it.each([
  ["2 Mill Lane, Ludlow, SY8 1AA", british],
  ["2 Mill Lane, Ludlow", { ...british, postcode: "sy8 1aa" }],
  ["1 Hill Street, St Helier, Jersey, JE2 4UA", british],
  ["Cpl A Jones, BFPO 57", british],
  ["Cpl A Jones, BF1 3AA", british],
  ["1 Rue du Bac, Paris, France", british],
  ["1 Rue du Bac, 75007 Paris", france],
  ["Road 7, Valletta", { country: "Malta", postcode: "" }],
])("a carrier can take %j to %j", (text, beside) => {
  expect(missingInAddress(text, beside)).toBeUndefined();
});

it.each([
  ["Here", british],
  ["2 Mill Lane, Ludlow", british],
  ["2 Mill Lane, Ludlow, NOPE, United Kingdom", british],
  ["2 Mill Lane SY8 1AA", british],
  ["2 Mill Lane SY8 1AA, United Kingdom", british],
  ["SY8 1AA", british],
  ["2 Mill Lane, Ludlow, Cleveland", british],
  ["1 Hill Street, St Helier, Jersey", british],
  ["2 Mill Lane, Ludlow", { country: "", postcode: "" }],
])("the town and the postcode are asked for of %j to %j", (text, beside) => {
  expect(missingInAddress(text, beside)).toMatch(/town and the postcode/);
});

it("only the town is asked for where postcodes are not as in Britain", () => {
  expect(missingInAddress("1 Rue du Bac", france)).toMatch(/give the town of/);
});
