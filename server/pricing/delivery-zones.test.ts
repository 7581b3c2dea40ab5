import { describe, expect, it } from "vitest";
import { isExportTo, locate } from "./delivery-zones.ts";

describe("goods for VAT", () => {
  it.each([
    ["United Kingdom", "SY8 1AA"],
    ["gb", ""],
    ["Northern Ireland", "BT1 1AA"],
    ["United Kingdom", "BT1 1AA"],
    ["Isle of Man", "IM1 1AA"],
    ["Isle of Man, UK", ""],
    ["United Kingdom", "IM1 1AA"],
    ["UK", ""],
    ["N. Ireland", ""],
    ["Ireland", "BT1 1AA"],
    ["IOM", ""],
    ["Northern Irland", ""],
    ["United Kindom", ""],
    ["Great Britian", ""],
    ["Shropshire", "SY8 1AA"],
    ["Ellan Vannin", ""],
    ["United Kingdom", "BF1 3AA"],
  ])("stay at home in %s %s", (country, postcode) => {
    expect(isExportTo(locate({ country, postcode }))).toBe(false);
  });

  it.each([
    ["Jersey", "JE2 3AB"],
    ["Guernsey", ""],
    ["Channel Islands", ""],
    ["Alderney", "GY9 3XY"],
    ["United Kingdom", "JE2 3AB"],
    ["uk", "gy1 1aa"],
    ["Jersey, United Kingdom", ""],
    ["Ireland", "D02 X285"],
    ["France", "75001"],
    ["United States", "10001"],
    ["New South Wales", "2000"],
    ["Gibraltar", ""],
    ["United Kingdom", "GX11 1AA"],
    ["Guernsey, C.I.", ""],
    ["C.I.", ""],
    ["Channel Is.", ""],
    ["CI", "JE2 3AB"],
    ["C.I.", "GY1 1AA"],
    ["United Kingdom", "BIQQ 1ZZ"],
    ["Slovak Republic", ""],
    ["Bosnia-Herzegovina", ""],
    ["Turks and Caicos", ""],
    ["Irish Republic", ""],
    ["FYR Macedonia", ""],
    ["St. Peter Port, Guernsey, Channel Islands", ""],
    ["Sark", ""],
    ["Herm", ""],
    ["Deutschland", "10115"],
    ["U.S.A.", "10001"],
    ["Kingdom of Norway", ""],
  ])("leave the country to %s %s", (country, postcode) => {
    expect(isExportTo(locate({ country, postcode }))).toBe(true);
  });

  it.each(["Atlantis", "", "other", "somewhere", "N/A", "n/a", "-"])(
    "are not said to leave for %j, which no evidence could name",
    (country) => {
      expect(isExportTo(locate({ country }))).toBe(false);
    },
  );
});
