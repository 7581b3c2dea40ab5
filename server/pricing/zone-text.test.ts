import { describe, expect, it } from "vitest";
import { locate, parseZone, zoneOf } from "./delivery-zones.ts";

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
