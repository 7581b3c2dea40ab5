import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditLinesOf } from "./correction-note.ts";
import { sumOf } from "./vat-document.ts";
import { invoiceLinesOf } from "./vat-invoice.ts";

type Goods = [price: number, quantity: number, rate: number];

function invoiced(goods: readonly Goods[], shippingCost = 0) {
  const lines = goods.map(([unitPrice, quantity, vatRate], index) => ({
    productName: `Product ${index + 1}`,
    quantity,
    unitPrice,
    lineTotal: unitPrice * quantity,
    vatRate,
  }));
  return invoiceLinesOf({ lines, shippingCost });
}

const nothingBack = (amount: number) => ({ amount, returned: [] });

describe("the lines of a credit note", () => {
  it("of a refund in full are the invoice's own", () => {
    const lines = invoiced(
      [
        [3000, 1, 2000],
        [1000, 2, 500],
      ],
      1099,
    );
    expect(creditLinesOf(lines, [], nothingBack(sumOf(lines).gross))).toEqual(lines);
  });

  it("name the delivery option that was chosen", () => {
    const delivery = { label: "Express delivery" };
    const lines = invoiceLinesOf({ lines: [], shippingCost: 1099, delivery });
    expect(creditLinesOf(lines, [], nothingBack(600))).toMatchObject([
      { description: "Express delivery, part of the price", gross: 600 },
    ]);
  });

  it("name the goods that came back, at their price", () => {
    const lines = invoiced(
      [
        [3000, 3, 2000],
        [1000, 2, 500],
      ],
      1099,
    );
    expect(creditLinesOf(lines, [], { amount: 3000, returned: [{ position: 1, quantity: 1 }] })).toEqual([
      {
        position: 1,
        description: "Product 1",
        quantity: 1,
        unitPrice: 3000,
        vatRate: 2000,
        net: 2500,
        vat: 500,
        gross: 3000,
      },
    ]);
  });

  it("credit less than the price when less than the price is refunded for what came back", () => {
    const lines = invoiced([
      [3000, 1, 2000],
      [1000, 1, 500],
    ]);
    expect(
      creditLinesOf(lines, [], { amount: 2400, returned: [{ position: 1, quantity: 1 }] }),
    ).toMatchObject([
      { description: "Product 1, part of the price", quantity: null, unitPrice: null, vat: 400, gross: 2400 },
    ]);
  });

  it("share what is refunded for nothing in particular out by value", () => {
    const lines = invoiced([
      [3000, 1, 2000],
      [1000, 1, 500],
      [2000, 1, 0],
    ]);
    expect(
      creditLinesOf(lines, [], nothingBack(600)).map(({ vatRate, net, vat, gross }) => [
        vatRate,
        net,
        vat,
        gross,
      ]),
    ).toEqual([
      [2000, 250, 50, 300],
      [500, 95, 5, 100],
      [0, 200, 0, 200],
    ]);
  });

  it("still say what was paid out when that is more than the invoice has left", () => {
    const lines = invoiced([[3000, 1, 2000]]);
    const first = creditLinesOf(lines, [], nothingBack(2000));
    expect(sumOf(creditLinesOf(lines, first, nothingBack(2000))).gross).toBe(2000);
  });

  const anyGoods = fc.tuple(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 1, max: 99 }),
    fc.constantFrom(0, 500, 1750, 2000),
  );
  const anyInvoice = fc
    .tuple(fc.array(anyGoods, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 5000 }))
    .map(([goods, shipping]) => invoiced(goods, shipping));
  const anyRefund = fc.record({
    /** Of the amount left to refund. */
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    returned: fc.array(
      fc.record({ position: fc.integer({ min: 0, max: 14 }), quantity: fc.integer({ min: 0, max: 120 }) }),
      { maxLength: 4 },
    ),
  });

  it("sum to what was refunded, and all notes together never credit more than was charged", () => {
    fc.assert(
      fc.property(anyInvoice, fc.array(anyRefund, { minLength: 1, maxLength: 8 }), (lines, refunds) => {
        const charged = sumOf(lines);
        const notes: ReturnType<typeof creditLinesOf> = [];
        let left = charged.gross;
        for (const { part, returned } of [...refunds, { part: 1, returned: [] }]) {
          const amount = Math.min(left, Math.max(1, Math.round(left * part)));
          if (amount === 0) break;
          const credited = creditLinesOf(lines, notes, { amount, returned });
          expect(sumOf(credited).gross).toBe(amount);
          for (const { net, vat, gross } of credited) {
            expect(net + vat).toBe(gross);
            expect(Math.min(net, vat, gross)).toBeGreaterThanOrEqual(0);
          }
          notes.push(...credited);
          left -= amount;
          for (const line of lines) {
            const ofLine = sumOf(notes.filter(({ position }) => position === line.position));
            expect(ofLine.gross).toBeLessThanOrEqual(line.gross);
            expect(ofLine.vat).toBeLessThanOrEqual(line.vat);
            expect(Math.abs(ofLine.vat - (line.vat * ofLine.gross) / line.gross)).toBeLessThanOrEqual(0.5);
          }
        }
        // The last refund took the rest: the credited VAT equals the charged VAT.
        expect(sumOf(notes)).toEqual(charged);
      }),
    );
  });
});
