import { describe, expect, it } from "vitest";
import { likelyCarrier, trackingLinks, withTypedCarrier } from "./carriers.ts";

describe("where a parcel is followed", () => {
  it.each([
    [
      "Royal Mail",
      "AB123456789GB",
      "https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB",
    ],
    [
      "royal  mail",
      "AB 123 456 789 GB",
      "https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB",
    ],
    ["Parcelforce", "PF1", "https://www.parcelforce.com/track-trace?trackNumber=PF1"],
    ["DPD", "15", "https://track.dpd.co.uk/search?reference=15"],
    ["Evri", 'H"><b', "https://www.evri.com/track/parcel/H%22%3E%3Cb"],
    ["Palletways", "P1", null],
    ["Our own van", "monday", null],
  ])("with %s, number %s", (carrier, number, url) => {
    expect(trackingLinks(carrier, number)).toEqual([{ number, url }]);
  });

  it("is told of each of several numbers", () => {
    expect(trackingLinks("UPS", "1Z1, 1Z2,").map(({ url }) => url)).toEqual([
      "https://www.ups.com/track?tracknum=1Z1",
      "https://www.ups.com/track?tracknum=1Z2",
    ]);
  });
});

it.each([
  ["DPD", "", "DPD"],
  ["", "Our own van", "Our own van"],
  // What was typed before somebody chose from the list after all.
  ["Evri", "Our own van", "Evri"],
])("a carrier chosen as %j beside %j is %j", (carrier, otherCarrier, expected) => {
  const form = new FormData();
  form.set("carrier", carrier);
  form.set("otherCarrier", otherCarrier);
  expect(withTypedCarrier(form).get("carrier")).toBe(expected);
});

it.each([
  ["", false, "Royal Mail"],
  ["Evri", false, "Evri"],
  ["Our own van", false, "Our own van"],
  ["Palletways", false, "Royal Mail"],
  ["", true, null],
  ["Evri", true, null],
  ["Pall-Ex", true, "Pall-Ex"],
  ["Our own lorry", true, "Our own lorry"],
])("after %j, for a pallet: %j, the choice begins with %j", (last, isPallet, carrier) => {
  expect(likelyCarrier(last, { isPallet })).toBe(carrier);
});
