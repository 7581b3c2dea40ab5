import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineUnits } from "#server/testing/packing.ts";
import {
  amountOfUnits,
  type CreditableOrder,
  credit,
  creditAfterAll,
  creditAgain,
  deliveryLeft,
  lacksCredit,
  lostOf,
  ofGoods,
  type RefundLine,
  refundableOf,
  refundError,
  refundedOf,
  refundLinesOf,
  undoCancellation,
  undoCredit,
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
    const tooMany = "More units than were ordered cannot be refunded.";
    expect(unitsError([once, once, once], order.lines)).toBe(tooMany);
    expect(unitsError([{ lineId: 9, quantity: 1 }], order.lines)).toBe(tooMany);
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

  it("is no more than all that is left, whatever was typed", () => {
    const all = 2 * 2499 + 3 * 850 + 1099;
    const lines = refundLinesOf(order, { units: [one(1)], delivery: 0, amount: 1_000_000 });
    expect(lines.reduce((total, { amount }) => total + amount, 0)).toBe(all);
  });

  it("names units that cost nothing", () => {
    const gift = { ...order, lines: [{ ...bag, unitPrice: 0, lineTotal: 0 }] };
    expect(creditsOf(refundLinesOf(gift, { units: [one(1)], delivery: 0 }))).toEqual([[1, 1, 0]]);
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

  it("are never less than nothing, and of nothing that is left are refused as such", () => {
    expect(refundableOf(100, [{ amount: 150, status: "succeeded" }])).toBe(0);
    expect(refundError(1, 0, "gbp")).toBe("Everything that was paid has been refunded.");
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

describe("a credit", () => {
  const nothing = { cancelled: 0, returned: 0, toStock: 0 };
  const ofBags: RefundLine = { ...nothing, lineId: 1, quantity: 2, amount: 4998, cancelled: 2 };
  const ofDelivery: RefundLine = { ...nothing, lineId: null, quantity: 0, amount: 1099 };
  const lines = [ofBags, ofDelivery];
  /** An order of two bags of which nothing has gone out. */
  const orderOfBags = (happened: Partial<typeof bag> = {}, creditedDelivery = 0) => ({
    lines: [{ ...bag, ...happened }],
    order: { shippingCost: 1099, creditedDelivery },
  });
  const credited = { creditedQuantity: 2, creditedAmount: 4998 };

  it("is written to its lines and to the delivery, and what it cancels is not sent", () => {
    const locked = orderOfBags();
    credit(locked, lines);
    expect(locked).toEqual(orderOfBags({ ...credited, cancelledQuantity: 2 }, 1099));
  });

  it("that is taken back leaves nothing credited, and what it cancelled unsent", () => {
    const locked = orderOfBags({ ...credited, cancelledQuantity: 2 }, 1099);
    undoCredit(locked, lines);
    expect(locked).toEqual(orderOfBags({ cancelledQuantity: 2 }));
  });

  it("of a refused refund sends again what it cancelled, but for what is back in stock", () => {
    const locked = orderOfBags({ cancelledQuantity: 2, cancelledToStock: 1 });
    undoCancellation(locked, lines);
    expect(locked).toEqual(orderOfBags({ cancelledQuantity: 1, cancelledToStock: 1 }));
  });

  it("is lacking where it is less than what went back, and not where nobody knows what it is for", () => {
    expect(lacksCredit({ amount: 6098, lines })).toBe(true);
    expect(lacksCredit({ amount: 6097, lines })).toBe(false);
    expect(lacksCredit({ amount: 6097, lines: null })).toBe(false);
  });

  it("of goods is without the delivery", () => {
    expect(ofGoods(lines)).toEqual([ofBags]);
  });

  it("that is made again is as before where all of it is left, and is counted", () => {
    const locked = orderOfBags({ cancelledQuantity: 2 });
    expect(creditAgain(locked, 6097, lines)).toEqual(lines);
    expect(locked).toEqual(orderOfBags({ ...credited, cancelledQuantity: 2 }, 1099));
    // The delivery stays the delivery where less goes back than it all came to.
    expect(creditsOf(creditAgain(orderOfBags(), 1099, [ofDelivery]))).toEqual([[null, 0, 1099]]);
  });

  it("that is made again takes nothing that another refund has", () => {
    const locked = orderOfBags({ creditedQuantity: 1, creditedAmount: 2499, cancelledQuantity: 2 }, 1000);
    expect(creditsOf(creditAgain(locked, 6097, lines))).toEqual([
      [1, 1, 2499],
      [null, 0, 99],
    ]);
  });

  it("of a refund that was made after its refusal cancels what is still to be sent", () => {
    const open = orderOfBags();
    creditAfterAll(open, 6097, lines);
    expect(open.lines).toMatchObject([{ cancelledQuantity: 2 }]);
    const partSent = orderOfBags({ leftQuantity: 1 });
    creditAfterAll(partSent, 6097, lines);
    expect(partSent.lines).toMatchObject([{ cancelledQuantity: 1 }]);
  });
});
