import { describe, expect, it } from "vitest";
import { isExportTo, locate, outwardCodeOf, parseZone, zoneOf } from "./delivery-zones.ts";
import { homeServed, isEntryServed, unservedReason } from "./served-places.ts";

describe("goods for VAT", () => {
  it.each([
    ["United Kingdom", "SY8 1AA"],
    ["Isle of Man", "IM1 1AA"],
    ["Isle of Man, UK", ""],
    ["United Kingdom", "IM1 1AA"],
    ["IOM", ""],
    ["Northern Irland", ""],
    ["United Kindom", ""],
    ["Great Britian", ""],
    ["Ellan Vannin", ""],
    ["United Kingdom", "BF1 3AA"],
  ])("stay at home in %s %s", (country, postcode) => {
    expect(isExportTo(locate({ country, postcode }))).toBe(false);
  });

  it.each([
    ["Jersey", "JE2 3AB"],
    ["Guernsey", ""],
    ["United Kingdom", "JE2 3AB"],
    ["Jersey, United Kingdom", ""],
    ["Ireland", "D02 X285"],
    ["New South Wales", "2000"],
    ["Gibraltar", ""],
    ["United Kingdom", "GX11 1AA"],
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

const zone = (name: string, places: string) => ({ name, entries: parseZone(places).entries });
const nameOf = (zones: ReturnType<typeof zone>[], country: string, postcode = "") =>
  zoneOf(zones, locate({ country, postcode }))?.name;

describe("the Forces' postcodes", () => {
  it.each(["BFPO", "BF", "BF1"])("are a zone of %j, however they are written", (places) => {
    const zones = [zone("Mainland", "U.K."), zone("Forces", places)];
    for (const postcode of ["BFPO 57", "bfpo57", "BF1 3AA", "bf13aa"]) {
      expect(nameOf(zones, "United Kingdom", postcode)).toBe("Forces");
    }
    expect(nameOf(zones, "United Kingdom", "SY8 1AA")).toBe("Mainland");
  });

  it("are nowhere without a zone of their own", () => {
    expect(nameOf([zone("Mainland", "United Kingdom")], "United Kingdom", "BF1 2AY")).toBeUndefined();
  });
});

describe("a zone by its name", () => {
  it.each([
    ["Northern Ireland", "BT1 1AA"],
    ["Isle of Wight", "PO30 1AA"],
    ["Isles of Scilly", "TR21 0AA"],
    ["Anglesey", "LL58 8AA"],
    ["Orkney", "KW15 1AA"],
    ["Shetland Islands", "ZE1 0AA"],
    ["Outer Hebrides", "HS1 2AA"],
    ["Channel Islands", "JE2 3AB"],
    ["Channel Islands", "GY1 1AA"],
    ["C.I.", "GY1 1AA"],
    ["Sark", "GY10 1AA"],
    ["Gibraltar", "GX11 1AA"],
    ["Isle of Man", "IM1 1AA"],
  ])("%s has %s and is not the mainland", (places, postcode) => {
    const zones = [zone("Mainland", "United Kingdom"), zone("There", places)];
    expect(nameOf(zones, "United Kingdom", postcode)).toBe("There");
    expect(nameOf(zones, "United Kingdom", "SY8 1AA")).toBe("Mainland");
  });

  it.each(["Jersey", "Guernsey", "Isle of Man", "Gibraltar", "Deutschland", "U.S.A."])(
    "of %s is found by that name as well",
    (place) => {
      expect(nameOf([zone("Mainland", "UK"), zone("There", place)], place)).toBe("There");
    },
  );

  it("of a district with a letter, or of several after a slash, is none and no other country", () => {
    expect(parseZone("W1S, N1C, PH17/18").unknown).toEqual(["W1S", "N1C", "PH17/18"]);
  });

  it("of a nation is none, since its postcodes are not named", () => {
    expect(parseZone("Scotland, Wales; IV").unknown).toEqual(["Scotland", "Wales"]);
  });
});

it("a text that is no postcode has no first half", () => {
  expect(outwardCodeOf("ze1 0aa")).toBe("ZE1");
  for (const text of ["hello", "by the river"]) expect(outwardCodeOf(text)).toBeNull();
});

describe("a place", () => {
  it("on the Channel Islands is on none of them before its postcode says which", () => {
    expect(locate({ country: "Channel Islands" })).toMatchObject({ code: "JE", outward: null });
    expect(locate({ country: "Jersey" })).toMatchObject({ code: "JE", outward: { area: "JE" } });
  });

  it("whose district nobody knows is in no zone of districts", () => {
    expect(nameOf([zone("Belfast", "BT1-17")], "Northern Ireland")).toBeUndefined();
    expect(locate({ country: "UK", postcode: "BFPO 57" }).outward).toEqual({ area: "BFPO", district: null });
  });
});

describe("what the shop serves", () => {
  const entry = (text: string) => {
    const [first] = parseZone(text).entries;
    if (!first) throw new Error(`There is no place ${text}.`);
    return first;
  };
  const everywhere = { countries: [], northernIreland: true };
  const only = (...countries: string[]) => ({ countries, northernIreland: true });

  it("is everything where the owner names no country", () => {
    expect(isEntryServed(entry("France"), everywhere)).toBe(true);
    expect(unservedReason(locate({ country: "France" }), everywhere)).toBeNull();
    expect(homeServed(everywhere)).toBe("United Kingdom");
  });

  it("is all of a zone but Northern Ireland where the owner excepts that", () => {
    const excepting = { countries: [], northernIreland: false };
    expect(isEntryServed(entry("BT"), excepting)).toBe(false);
    expect(isEntryServed(entry("BT1-17"), excepting)).toBe(false);
    expect(isEntryServed(entry("United Kingdom"), excepting)).toBe(true);
    expect(isEntryServed(entry("IV"), excepting)).toBe(true);
  });

  it("is no more than the countries that the owner names, in their words where nobody knows them", () => {
    expect(isEntryServed(entry("France"), only("United Kingdom"))).toBe(false);
    expect(unservedReason(locate({ country: "narnia " }), only("Narnia"))).toBeNull();
    expect(unservedReason(locate({ country: "Atlantis" }), only("Narnia"))).not.toBeNull();
    expect(homeServed(only("France"))).toBeNull();
  });

  it("is each country that the owner names", () => {
    const both = only("United Kingdom", "France");
    for (const country of both.countries) expect(unservedReason(locate({ country }), both)).toBeNull();
  });

  it("is Guernsey with the Channel Islands, and not with Jersey", () => {
    expect(isEntryServed(entry("GY"), only("Channel Islands"))).toBe(true);
    expect(isEntryServed(entry("GY"), only("Jersey"))).toBe(false);
  });
});
