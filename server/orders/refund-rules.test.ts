import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineUnits } from "#server/testing/packing.ts";
import {
  amountOfUnits,
  type CreditableOrder,
  deliveryLeft,
  lostOf,
  refundableOf,
  refundError,
  refundedOf,
  refundLinesOf,
  unitsError,
} from "./refund-rules.ts";
import { pauseAfter } from "./send-refund.server.ts";

const bag = { ...lineUnits({ quantity: 2, unitPrice: 2499 }), id: 1, productName: "Bag" };
const sack = { ...lineUnits({ quantity: 3, unitPrice: 850 }), id: 2, productName: "Sack" };
const order: CreditableOrder = { lines: [bag, sack], order: { shippingCost: 1099, creditedDelivery: 0 } };

const creditsOf = (lines: ReturnType<typeof refundLinesOf>) =>
  lines.map(({ lineId, quantity, amount }) => [lineId, quantity, amount]);

describe("what units come to", () => {
  it.each([
    ["one of two bags", [{ lineId: 1, quantity: 1 }], 2499],
    [
      "bags of two lines",
      [
        { lineId: 1, quantity: 2 },
        { lineId: 2, quantity: 1 },
      ],
      5848,
    ],
    ["nothing", [], 0],
    ["a line of another order", [{ lineId: 9, quantity: 1 }], 0],
  ])("%s", (_what, units, amount) => {
    expect(amountOfUnits(units, order.lines)).toBe(amount);
  });

  it("is never more than is left of their line", () => {
    const lines = [{ ...bag, creditedAmount: 1000 }];
    expect(amountOfUnits([{ lineId: 1, quantity: 2 }], lines)).toBe(3998);
  });
});

describe("units that cannot be refunded", () => {
  it("are more than were ordered, also in two rows, those of another order, and those that were refunded", () => {
    const once = { lineId: 1, quantity: 1 };
    expect(unitsError([once, once], order.lines)).toBeUndefined();
    expect(unitsError([once, once, once], order.lines)).toBeDefined();
    expect(unitsError([{ lineId: 9, quantity: 1 }], order.lines)).toBeDefined();
    expect(unitsError([once, once], [{ ...bag, creditedQuantity: 1 }])).toBe(
      "Only 1 of Bag has not been refunded yet.",
    );
    expect(unitsError([once], [{ ...bag, creditedQuantity: 2 }])).toBe("Bag has been refunded already.");
  });
});

describe("what a refund is for", () => {
  const one = (lineId: number) => ({ lineId, quantity: 1, isBackToStock: false });

  it("is the chosen units and the delivery, at their own prices", () => {
    expect(creditsOf(refundLinesOf(order, { units: [one(1)], delivery: 0 }))).toEqual([[1, 1, 2499]]);
    expect(creditsOf(refundLinesOf(order, { units: [one(2)], delivery: 1099 }))).toEqual([
      [2, 1, 850],
      [null, 0, 1099],
    ]);
  });

  it("is less of the chosen units where less was typed", () => {
    expect(creditsOf(refundLinesOf(order, { units: [one(1)], delivery: 0, amount: 2000 }))).toEqual([
      [1, 1, 2000],
    ]);
  });

  it("is a share of everything where an amount alone was typed", () => {
    const plain: CreditableOrder = {
      ...order,
      lines: [
        { ...bag, lineTotal: 3000 },
        { ...sack, lineTotal: 1000 },
      ],
      order: { shippingCost: 1000, creditedDelivery: 0 },
    };
    expect(creditsOf(refundLinesOf(plain, { units: [], delivery: 0, amount: 500 }))).toEqual([
      [1, 0, 300],
      [2, 0, 100],
      [null, 0, 100],
    ]);
  });

  it("says which units are not sent any more and which come back", () => {
    const partSent = {
      ...order,
      lines: [{ ...bag, quantity: 5, lineTotal: 12_495, stockTaken: 5, leftQuantity: 2 }],
    };
    const wanted = { lineId: 1, quantity: 4, isBackToStock: true };
    expect(refundLinesOf(partSent, { units: [wanted], delivery: 0 })).toMatchObject([
      { quantity: 4, returned: 2, cancelled: 2, toStock: 4 },
    ]);
    expect(
      refundLinesOf(partSent, { units: [{ ...wanted, isBackToStock: false }], delivery: 0 }),
    ).toMatchObject([{ quantity: 4, returned: 0, cancelled: 2, toStock: 0 }]);
  });

  it("adds up to what was paid over any number of refunds, and never exceeds a line", () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPrice: fc.integer({ min: 0, max: 9999 }),
    });
    const refund = fc.record({
      line: fc.nat(3),
      quantity: fc.nat(3),
      delivery: fc.boolean(),
      part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.nat(2000),
        fc.array(refund, { maxLength: 8 }),
        (sold, shippingCost, refunds) => {
          const lines = sold.map((each, id) => ({ ...lineUnits(each), id, productName: "Char" }));
          const paid = { lines, order: { shippingCost, creditedDelivery: 0 } };
          const left = () =>
            paid.lines.reduce((sum, each) => sum + each.lineTotal - each.creditedAmount, 0) +
            deliveryLeft(paid.order);
          for (const { line: at, quantity, delivery, part } of [...refunds, null].map(
            (each) => each ?? { line: 0, quantity: 0, delivery: false, part: 1 },
          )) {
            const units = [{ lineId: at, quantity, isBackToStock: false }].filter(
              (each) => unitsError([each], paid.lines) === undefined,
            );
            const amount = part === null ? undefined : Math.round(left() * part);
            const before = left();
            const made = refundLinesOf(paid, {
              ...{ units, delivery: delivery ? deliveryLeft(paid.order) : 0 },
              ...(amount === undefined ? {} : { amount }),
            });
            for (const credited of made) {
              if (credited.lineId === null) paid.order.creditedDelivery += credited.amount;
              const of = paid.lines.find(({ id }) => id === credited.lineId);
              if (!of) continue;
              of.creditedAmount += credited.amount;
              of.creditedQuantity += credited.quantity;
              expect(of.creditedAmount).toBeLessThanOrEqual(of.lineTotal);
              expect(of.creditedQuantity).toBeLessThanOrEqual(of.quantity);
            }
            expect(paid.order.creditedDelivery).toBeLessThanOrEqual(paid.order.shippingCost);
            if (amount !== undefined) expect(before - left()).toBe(amount);
          }
          expect(left()).toBe(0);
        },
      ),
    );
  });
});

const status = fc.constantFrom("requested", "pending", "succeeded", "failed");

describe("refunds", () => {
  it("never add up to more than was captured, whatever is requested in whatever order", () => {
    const requests = fc.array(fc.record({ amount: fc.integer({ min: -50, max: 3000 }), status }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), requests, (captured, requested) => {
        const granted: { amount: number; status: (typeof requested)[number]["status"] }[] = [];
        for (const request of requested) {
          if (refundError(request.amount, refundableOf(captured, granted), "gbp") === undefined)
            granted.push(request);
          expect(refundedOf(granted)).toBeLessThanOrEqual(captured);
          expect(refundedOf(granted) + refundableOf(captured, granted)).toBe(captured);
        }
      }),
    );
  });

  it("can always take exactly what is left", () => {
    const made = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 500 }), status }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 4001, max: 9000 }), made, (captured, refunds) => {
        const left = refundableOf(captured, refunds);
        expect(refundError(left, refundableOf(captured, refunds), "gbp")).toBeUndefined();
        expect(refundError(left + 1, refundableOf(captured, refunds), "gbp")).toContain("At most");
      }),
    );
  });

  it("that failed give their amount back to what can be refunded", () => {
    expect(refundableOf(1000, [{ amount: 400, status: "failed" }])).toBe(1000);
    expect(refundableOf(1000, [{ amount: 400, status: "requested" }])).toBe(600);
  });

  it("do not include what disputes have taken, each of which counts", () => {
    expect(lostOf([])).toBe(0);
    expect(lostOf([{ amountLost: 300 }, { amountLost: 0 }, { amountLost: 200 }])).toBe(500);
  });

  it("of parts of a penny, of nothing or of less are refused", () => {
    for (const amount of [0, -1, 0.5, Number.NaN]) expect(refundError(amount, 1000, "gbp")).toBeDefined();
  });
});

const MINUTE = 60_000;

it.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [7, 320],
  [8, 360],
  [1000, 360],
])("a refund that was refused %i times waits for %i minutes", (refusals, minutes) => {
  expect(pauseAfter(refusals)).toBe(minutes * MINUTE);
});
