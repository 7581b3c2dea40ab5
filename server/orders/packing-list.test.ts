import { describe, expect, it } from "vitest";
import { tariffIn } from "#server/pricing/tariff-text.ts";
import { orderToPack } from "#server/testing/packing.ts";
import { nextToPack, packingGroupOf, pickListOf, runsOf, runTo } from "./packing-list.ts";

describe("how an order leaves", () => {
  const delivery = { label: "Delivery", price: 0 };
  it.each([
    ["one of before, without a choice", null, "parcel"],
    ["by carrier", { ...delivery, id: "standard", loads: "2 parcels" }, "parcel"],
    [
      "with a pallet among its loads",
      { ...delivery, id: "standard", loads: "1 half pallet, 1 parcel" },
      "pallet",
    ],
    ["with a bulk bag", { ...delivery, id: "standard", loads: "2 bulk bags" }, "pallet"],
    ["from the yard", { ...delivery, id: "collection" }, "collection"],
  ])("%s", (_name, chosen, group) => {
    expect(packingGroupOf(chosen)).toBe(group);
  });
});

it("the pick list sums the units of all orders, the most first", () => {
  const order = (...lines: [productId: number, productName: string, quantity: number][]) =>
    orderToPack({
      lines: lines.map(([productId, productName, quantity]) => ({ productId, productName, quantity })),
    });
  expect(
    pickListOf([order([1, "Char", 2], [2, "Compost", 1], [1, "Char", 1]), order([2, "Compost", 5])]),
  ).toEqual([
    { productId: 2, productName: "Compost", quantity: 6, orders: 2 },
    { productId: 1, productName: "Char", quantity: 3, orders: 1 },
  ]);
});

it("the pick list leaves out what cannot go yet", () => {
  const lines = [{ productId: 1, productName: "Char", quantity: 2 }];
  const waiting = [{ isReviewed: true }, { isBackorder: true }, { withdrawn: "2 × Char" }];
  expect(pickListOf(waiting.map((why) => orderToPack({ ...why, lines })))).toEqual([]);
});

describe("the run of a lorry", () => {
  const { zones } = tariffIn("zone;places;full pallet\nHighlands;IV, KW;120\nNear;SY;60");
  it.each([
    ["a zone of the rates", "IV1 1AA", "United Kingdom", "Highlands"],
    ["an area that no zone names", "le10 3ab", "United Kingdom", "LE"],
    ["a country without British postcodes", "75001", "France", "France"],
  ])("is %s", (_name, postcode, country, run) => {
    expect(runTo({ postcode, country }, zones)).toBe(run);
  });

  it("has its orders together, the run of the oldest order first", () => {
    const [first, second, third] = ["SY", "LE", "SY"].map((run, id) => orderToPack({ id, run }));
    const ids = runsOf([first, second, third].flatMap((order) => order ?? [])).map(({ run, orders }) => [
      run,
      orders.map(({ id }) => id),
    ]);
    expect(ids).toEqual([
      ["SY", [0, 2]],
      ["LE", [1]],
    ]);
  });
});

describe("the order to pack next", () => {
  const pallet = { id: "standard", label: "Standard", loads: "1 half pallet" };
  const orders = [
    orderToPack({ id: 1, delivery: pallet }),
    orderToPack({ id: 2 }),
    orderToPack({ id: 3, isReviewed: true }),
    orderToPack({ id: 4 }),
  ];
  it.each([
    ["the next parcel that can go", 2, 4],
    ["a pallet after the last parcel", 4, 1],
    ["the first after the last of all", 1, 2],
    ["the first after one that has gone", 9, 2],
  ])("is %s", (_name, id, next) => {
    expect(nextToPack(orders, id)?.id).toBe(next);
  });

  it("is none where nothing else waits", () => {
    expect(nextToPack([orderToPack({ id: 2 })], 2)).toBeUndefined();
  });
});
