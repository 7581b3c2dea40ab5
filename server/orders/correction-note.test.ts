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

describe("the lines of a credit note", () => {
  it("of a refund in full are the invoice's own", () => {
    const lines = invoiced(
      [
        [3000, 1, 2000],
        [1000, 2, 500],
      ],
      1099,
    );
    const goods = [
      { units: 1, gross: 3000 },
      { units: 2, gross: 2000 },
    ];
    expect(creditLinesOf(lines, [], { goods, delivery: 1099 })).toEqual(lines);
  });

  it("name the delivery option that was chosen", () => {
    const delivery = { label: "Express delivery" };
    const lines = invoiceLinesOf({ lines: [], shippingCost: 1099, delivery });
    expect(creditLinesOf(lines, [], { goods: [], delivery: 600 })).toMatchObject([
      { description: "Express delivery, part of the price", gross: 600 },
    ]);
  });

  it("name whole units at their price", () => {
    const lines = invoiced(
      [
        [3000, 3, 2000],
        [1000, 2, 500],
      ],
      1099,
    );
    const goods = [
      { units: 1, gross: 3000 },
      { units: 0, gross: 0 },
    ];
    expect(creditLinesOf(lines, [], { goods, delivery: 0 })).toEqual([
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

  it("say that a part of the price is credited where less than that was refunded", () => {
    const goods = [{ units: 1, gross: 2400 }];
    expect(creditLinesOf(invoiced([[3000, 1, 2000]]), [], { goods, delivery: 0 })).toMatchObject([
      { description: "Product 1, part of the price", quantity: null, unitPrice: null, vat: 400, gross: 2400 },
    ]);
  });

  const anyGoods = fc.tuple(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 1, max: 99 }),
    fc.constantFrom(0, 500, 1750, 2000),
  );
  const anyInvoice = fc
    .tuple(fc.array(anyGoods, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 5000 }))
    .map(([goods, shipping]) => invoiced(goods, shipping));
  /** Of what is left of each line. */
  const anyParts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 13, maxLength: 13 });

  it("all together never credit more than was charged, nor more VAT, and all of it in the end", () => {
    fc.assert(
      fc.property(anyInvoice, fc.array(anyParts, { maxLength: 6 }), (lines, refunds) => {
        const isGoods = lines.filter(({ description }) => description.startsWith("Product"));
        const notes: ReturnType<typeof creditLinesOf> = [];
        const leftOf = (wanted: typeof lines) =>
          sumOf(wanted).gross -
          sumOf(notes.filter(({ position }) => wanted.some((line) => line.position === position))).gross;
        for (const parts of [...refunds, Array.from({ length: 13 }, () => 1)]) {
          const part = (line: (typeof lines)[number], at: number) =>
            Math.round(leftOf([line]) * (parts[at] ?? 0));
          const goods = isGoods.map((line, at) => ({ units: 0, gross: part(line, at) }));
          const delivery = Math.round(leftOf(lines.slice(isGoods.length)) * (parts[12] ?? 0));
          const credited = creditLinesOf(lines, notes, { goods, delivery });
          expect(sumOf(credited).gross).toBe(goods.reduce((sum, { gross }) => sum + gross, delivery));
          for (const { net, vat, gross } of credited) {
            expect(net + vat).toBe(gross);
            expect(Math.min(net, vat, gross)).toBeGreaterThanOrEqual(0);
          }
          notes.push(...credited);
          for (const line of lines) {
            const ofLine = sumOf(notes.filter(({ position }) => position === line.position));
            expect(ofLine.gross).toBeLessThanOrEqual(line.gross);
            expect(ofLine.vat).toBeLessThanOrEqual(line.vat);
            expect(Math.abs(ofLine.vat - (line.vat * ofLine.gross) / line.gross)).toBeLessThanOrEqual(0.5);
          }
        }
        expect(sumOf(notes)).toEqual(sumOf(lines));
      }),
    );
  });
});
