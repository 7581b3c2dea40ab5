import { describe, expect, it } from "vitest";
import { type OrderToPack, packingGroupOf, pickListOf } from "./packing-list.ts";

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
  const order = (...lines: [productId: number, productName: string, quantity: number][]): OrderToPack => ({
    ...{ id: 1, invoiceNumber: "INV-1", customerName: "", customerPhone: "", customerAddress: "" },
    ...{ createdAt: "", delivery: null, isPartSent: false, isBackorder: false },
    ...{ deliveryToBeAgreed: false, isReviewed: false, withdrawn: "" },
    lines: lines.map(([productId, productName, quantity], index) => ({
      ...{ lineId: index, productId, productName, quantity },
    })),
  });
  expect(
    pickListOf([order([1, "Char", 2], [2, "Compost", 1], [1, "Char", 1]), order([2, "Compost", 5])]),
  ).toEqual([
    { productId: 2, productName: "Compost", quantity: 6, orders: 2 },
    { productId: 1, productName: "Char", quantity: 3, orders: 1 },
  ]);
});
