import { describe, expect, it } from "vitest";
import { amountOfUnits, backIntoStock, unitsRefusal } from "./refund-amount.ts";

const sold = (id: number, quantity: number, unitPrice: number, restockedQuantity = 0) => ({
  id,
  quantity,
  unitPrice,
  stockTaken: null,
  restockedQuantity,
});

const lines = [sold(1, 2, 2499), sold(2, 3, 850, 1)];
const paidFor = { lines, shippingCost: 1099 };

describe("what units come to", () => {
  it.each([
    ["one of two bags", [{ lineId: 1, quantity: 1 }], false, 2499],
    [
      "bags of two lines",
      [
        { lineId: 1, quantity: 2 },
        { lineId: 2, quantity: 1 },
      ],
      false,
      5848,
    ],
    ["a bag and the delivery", [{ lineId: 1, quantity: 1 }], true, 3598],
    ["the delivery alone", [], true, 1099],
    ["nothing", [], false, 0],
    ["a line of another order", [{ lineId: 9, quantity: 1 }], false, 0],
  ])("%s", (_what, units, withDelivery, amount) => {
    expect(amountOfUnits(units, withDelivery, paidFor)).toBe(amount);
  });
});

describe("units that cannot be refunded", () => {
  it("are more than were ordered, also in two rows, and those of another order", () => {
    const once = { lineId: 1, quantity: 1 };
    expect(unitsRefusal([once, once], lines)).toBeUndefined();
    expect(unitsRefusal([once, once, once], lines)).toBeDefined();
    expect(unitsRefusal([{ lineId: 9, quantity: 1 }], lines)).toBeDefined();
  });
});

it("no more goes back into stock than left it", () => {
  const units = [
    { lineId: 1, quantity: 2 },
    { lineId: 2, quantity: 3 },
  ];
  expect(backIntoStock(units, lines)).toEqual([
    { lineId: 1, quantity: 2 },
    { lineId: 2, quantity: 2 },
  ]);
});
