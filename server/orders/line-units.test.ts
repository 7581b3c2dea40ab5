import { describe, expect, it } from "vitest";
import { ShopError } from "#server/core/errors.ts";
import { lineUnits } from "#server/testing/packing.ts";
import {
  cancelledForStock,
  creditableUnits,
  hasGoneOut,
  isAllSent,
  lineOf,
  missingToSend,
  owedForUnits,
  owedUnits,
  paidWithCustomer,
  partsOfCredit,
  quantityOf,
  restOf,
  returnedForStock,
  toSend,
  withCustomer,
} from "./line-units.ts";

describe("what is still to be sent", () => {
  it.each([
    ["nothing happened", {}, 5],
    ["two left", { leftQuantity: 2 }, 3],
    ["two were cancelled", { cancelledQuantity: 2 }, 3],
    ["two left and came back", { leftQuantity: 2, returnedQuantity: 2, returnedToStock: 2 }, 3],
    ["all left", { leftQuantity: 5 }, 0],
  ])("%s", (_what, happened, left) => {
    expect(toSend(lineUnits({ quantity: 5, ...happened }))).toBe(left);
  });
});

describe("the lines of an order", () => {
  const lines = [
    { ...lineUnits({ quantity: 2, leftQuantity: 2 }), id: 1 },
    { ...lineUnits({ quantity: 3 }), id: 2 },
  ];

  it("are found by their number alone", () => {
    expect(lineOf(lines, 2)).toBe(lines[1]);
    expect(() => lineOf(lines, 3)).toThrow(
      new ShopError("validation_failed", "This order has no such line."),
    );
    const units = [
      { lineId: 1, quantity: 1 },
      { lineId: 2, quantity: 3 },
      { lineId: 1, quantity: 1 },
    ];
    expect(quantityOf(units, 1)).toBe(2);
  });

  it("of which nothing is to be sent are not part of the rest", () => {
    expect(restOf(lines)).toEqual([{ lineId: 2, quantity: 3 }]);
  });

  it("have gone out once one of them has, and are all sent once all are", () => {
    expect(hasGoneOut(lines)).toBe(true);
    expect(hasGoneOut(lines.slice(1))).toBe(false);
    expect(isAllSent(lines)).toBe(false);
    expect(isAllSent(lines.slice(0, 1))).toBe(true);
  });
});

it("the customer has what left and did not come back", () => {
  expect(withCustomer(lineUnits({ quantity: 5, leftQuantity: 4, returnedQuantity: 1 }))).toBe(3);
});

describe("a backorder", () => {
  const backorder = lineUnits({ quantity: 5, stockTaken: 3 });

  it("takes what was missing as it leaves, after what is there", () => {
    expect(missingToSend(backorder, 1)).toBe(0);
    expect(missingToSend(backorder, 3)).toBe(0);
    expect(missingToSend(backorder, 5)).toBe(2);
    expect(missingToSend({ ...backorder, leftQuantity: 3 }, 2)).toBe(2);
  });

  it("that was sent beyond what the shop counted takes no more than goes", () => {
    expect(missingToSend({ ...backorder, leftQuantity: 4 }, 1)).toBe(1);
  });

  it("is not sent in what waits to go back into stock", () => {
    expect(missingToSend(lineUnits({ quantity: 5, stockTaken: 5, cancelledQuantity: 4 }), 3)).toBe(2);
  });

  it("that is cancelled in part keeps what is there for the rest", () => {
    expect(cancelledForStock(backorder)).toBe(0);
    expect(cancelledForStock({ ...backorder, cancelledQuantity: 2 })).toBe(0);
    expect(cancelledForStock({ ...backorder, cancelledQuantity: 3 })).toBe(1);
  });

  it("of which all that was there has gone puts nothing back", () => {
    expect(cancelledForStock({ ...backorder, leftQuantity: 3, cancelledQuantity: 2 })).toBe(0);
  });
});

describe("what goes back into stock", () => {
  it("is what was cancelled and taken, each unit once", () => {
    expect(cancelledForStock(lineUnits({ quantity: 5, cancelledQuantity: 3 }))).toBe(3);
    expect(cancelledForStock(lineUnits({ quantity: 5, cancelledQuantity: 3, cancelledToStock: 2 }))).toBe(1);
    // One of five is with the customer, two went back before.
    const part = { leftQuantity: 1, cancelledQuantity: 4, cancelledToStock: 2 };
    expect(cancelledForStock(lineUnits({ quantity: 5, ...part }))).toBe(2);
  });

  it("is what came back, never more than ever left it", () => {
    expect(returnedForStock(lineUnits({ quantity: 5, leftQuantity: 3, returnedQuantity: 2 }))).toBe(2);
    const beyond = { quantity: 5, stockTaken: 1, leftQuantity: 5, returnedQuantity: 4 };
    expect(returnedForStock(lineUnits(beyond))).toBe(1);
    expect(returnedForStock(lineUnits({ ...beyond, returnedToStock: 1 }))).toBe(0);
    expect(returnedForStock(lineUnits({ ...beyond, stockTaken: 0, returnedToStock: 1 }))).toBe(0);
  });

  it("is what came back once, and not what went back as cancelled before", () => {
    const back = { quantity: 5, leftQuantity: 3, returnedQuantity: 2 };
    expect(returnedForStock(lineUnits({ ...back, returnedToStock: 2 }))).toBe(0);
    const cancelled = { cancelledQuantity: 2, cancelledToStock: 2 };
    expect(returnedForStock(lineUnits({ ...back, ...cancelled, stockTaken: 3 }))).toBe(1);
  });
});

describe("units that are credited", () => {
  it("are owed once they were cancelled or came back", () => {
    const line = { quantity: 5, cancelledQuantity: 2, leftQuantity: 3, returnedQuantity: 1 };
    expect(owedUnits(lineUnits(line))).toBe(3);
    expect(owedUnits(lineUnits({ ...line, creditedQuantity: 2 }))).toBe(1);
    expect(owedUnits(lineUnits({ ...line, creditedQuantity: 4 }))).toBe(0);
  });

  it("leave fewer to credit", () => {
    expect(creditableUnits({ quantity: 5, creditedQuantity: 2 })).toBe(3);
  });

  it("are owed on all lines together", () => {
    const line = { ...lineUnits({ quantity: 2, unitPrice: 500 }), cancelledQuantity: 1 };
    expect(owedForUnits([line, { ...line, unitPrice: 300, cancelledQuantity: 2 }])).toBe(1100);
  });

  it("as cancelled or come back are not those that the customer has", () => {
    const cancelled = { quantity: 5, cancelledQuantity: 2, leftQuantity: 3, creditedQuantity: 2 };
    expect(paidWithCustomer(lineUnits(cancelled))).toBe(3);
    const returned = { quantity: 5, leftQuantity: 3, returnedQuantity: 1, creditedQuantity: 1 };
    expect(paidWithCustomer(lineUnits(returned))).toBe(2);
    expect(paidWithCustomer(lineUnits({ quantity: 3, leftQuantity: 1, creditedQuantity: 3 }))).toBe(0);
  });

  it("and kept by the customer are not paid for a second time", () => {
    expect(paidWithCustomer(lineUnits({ quantity: 3, leftQuantity: 3, creditedQuantity: 1 }))).toBe(2);
  });

  it("are first those that are gone, then those that the customer has, then those still to be sent", () => {
    const line = lineUnits({ quantity: 5, cancelledQuantity: 1, leftQuantity: 2 });
    expect(partsOfCredit(line, 1, 1)).toEqual({ cancelled: 0, returned: 0 });
    expect(partsOfCredit(line, 2, 1)).toEqual({ cancelled: 0, returned: 0 });
    expect(partsOfCredit(line, 9, 0)).toEqual({ cancelled: 2, returned: 0 });
    expect(partsOfCredit(line, 3, 3)).toEqual({ cancelled: 0, returned: 2 });
    expect(partsOfCredit(line, 5, 5)).toEqual({ cancelled: 2, returned: 2 });
    expect(partsOfCredit(line, 5, 0)).toEqual({ cancelled: 2, returned: 0 });
  });
});
