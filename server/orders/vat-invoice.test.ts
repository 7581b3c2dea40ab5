import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayRate } from "./vat-document.ts";
import {
  apportionDelivery,
  type InvoicedOrder,
  type InvoiceSeller,
  newInvoiceSellerOf,
  taxPointOf,
  vatInvoiceOf,
} from "./vat-invoice.ts";

const seller: InvoiceSeller = {
  storeName: "Oxbow Biochar",
  storeAddress: "Oxbow Yard, Ludlow",
  storePhone: "",
  storeEmail: "hello@oxbowbiochar.example",
  companyNumber: "01234567",
  vatNumber: "GB123456789",
  registeredOffice: "",
};

const ludlow = {
  name: "Gwen Guest",
  address: "1 Test Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
  country: "United Kingdom",
  countryCode: "GB",
};

type Goods = [price: number, quantity: number, rate: number];

function orderOf(
  goods: readonly Goods[],
  shippingCost = 0,
  more: Partial<InvoicedOrder> = {},
): InvoicedOrder {
  const lines = goods.map(([unitPrice, quantity, vatRate], index) => ({
    productName: `Product ${index + 1}`,
    quantity,
    unitPrice,
    lineTotal: unitPrice * quantity,
    vatRate,
  }));
  return {
    invoiceNumber: "INV-1772452800000",
    vatInvoiceNumber: "OXB-000123",
    customerName: "Gwen Guest",
    billingAddress: ludlow,
    shippingAddress: ludlow,
    lines,
    shippingCost,
    currency: "gbp",
    sterling: null,
    totalAmount: lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0) + shippingCost,
    paymentMethod: "stripe",
    paidAt: new Date("2026-03-02T12:00:00Z"),
    taxPointAt: new Date("2026-03-02T12:00:00Z"),
    createdAt: new Date("2026-03-02T12:00:00Z"),
    isExport: false,
    ...more,
  };
}

describe("the invoice's lines", () => {
  it.each<[string, Goods[], number, [rate: number, net: number, vat: number, gross: number][]]>([
    ["£30.00 at 20% hold £5.00 of VAT", [[3000, 1, 2000]], 0, [[2000, 2500, 500, 3000]]],
    ["£9.99 at 20%: 166.5p round up", [[999, 1, 2000]], 0, [[2000, 832, 167, 999]]],
    ["round on each line, not on each unit", [[999, 3, 2000]], 0, [[2000, 2497, 500, 2997]]],
    ["nothing of a zero rate is VAT", [[2499, 1, 0]], 0, [[0, 2499, 0, 2499]]],
    [
      "delivery of goods at 5% is at 5%",
      [[1050, 2, 500]],
      1099,
      [
        [500, 2000, 100, 2100],
        [500, 1047, 52, 1099],
      ],
    ],
    [
      "delivery of goods at two rates is shared out by their gross value",
      [
        [3000, 1, 2000],
        [1000, 1, 500],
      ],
      1099,
      [
        [2000, 2500, 500, 3000],
        [500, 952, 48, 1000],
        [2000, 687, 137, 824],
        [500, 262, 13, 275],
      ],
    ],
  ])("%s", (_name, goods, shipping, expected) => {
    const { lines } = vatInvoiceOf(orderOf(goods, shipping), seller);
    expect(lines.map(({ vatRate, net, vat, gross }) => [vatRate, net, vat, gross])).toEqual(expected);
  });

  it("name delivery, and which goods a share of it follows", () => {
    const described = (goods: Goods[]) =>
      vatInvoiceOf(orderOf(goods, 1099), seller)
        .lines.slice(goods.length)
        .map((line) => line.description);
    expect(described([[3000, 1, 2000]])).toEqual(["Delivery"]);
    expect(
      described([
        [3000, 1, 2000],
        [1000, 1, 500],
      ]),
    ).toEqual(["Delivery, share of goods at 20%", "Delivery, share of goods at 5%"]);
  });

  it("have none for free delivery", () => {
    expect(vatInvoiceOf(orderOf([[9000, 1, 2000]]), seller).lines).toHaveLength(1);
  });

  it("sum to the penny, whatever was bought", () => {
    const anyGoods = fc.tuple(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 99 }),
      fc.constantFrom(0, 500, 1750, 2000),
    );
    fc.assert(
      fc.property(
        fc.array(anyGoods, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 5000 }),
        (goods, shipping) => {
          const order = orderOf(goods, shipping);
          const { lines, rates, total } = vatInvoiceOf(order, seller);
          for (const amount of [...lines, ...rates, total]) {
            expect(amount.net + amount.vat).toBe(amount.gross);
            expect(Object.values(amount).filter((value) => typeof value === "number")).toSatisfy(
              (values: number[]) => values.every((value) => Number.isSafeInteger(value) && value >= 0),
            );
          }
          for (const { vatRate, vat, gross } of lines) {
            expect(Math.abs(vat - (gross * vatRate) / (10_000 + vatRate))).toBeLessThanOrEqual(0.5);
          }
          for (const part of ["net", "vat", "gross"] as const) {
            expect(lines.reduce((sum, line) => sum + line[part], 0)).toBe(total[part]);
            expect(rates.reduce((sum, rate) => sum + rate[part], 0)).toBe(total[part]);
          }
          expect(total.gross).toBe(order.totalAmount);
          expect(new Set(rates.map(({ vatRate }) => vatRate))).toEqual(
            new Set(goods.map(([, , rate]) => rate)),
          );
        },
      ),
    );
  });

  it.each([2999, 3001])("must be what was charged, which %i is not", (totalAmount) => {
    const order = orderOf([[3000, 1, 2000]], 0, { totalAmount });
    expect(() => vatInvoiceOf(order, seller)).toThrow("do not add up");
  });
});

describe("delivery over the rates", () => {
  it.each<[string, number, [rate: number, gross: number][], [rate: number, gross: number][]]>([
    ["of one rate goes to it whole", 1099, [[500, 100]], [[500, 1099]]],
    [
      "gives odd pence to who lost most",
      100,
      [
        [2000, 100],
        [500, 100],
        [0, 100],
      ],
      [
        [2000, 34],
        [500, 33],
        [0, 33],
      ],
    ],
    [
      "adds up lines of one rate first",
      1000,
      [
        [500, 300],
        [2000, 400],
        [500, 300],
      ],
      [
        [2000, 400],
        [500, 600],
      ],
    ],
    [
      "leaves out what would come to nothing",
      1,
      [
        [2000, 9999],
        [500, 1],
      ],
      [[2000, 1]],
    ],
    [
      "of goods given away is at their highest rate",
      1099,
      [
        [500, 0],
        [2000, 0],
      ],
      [[2000, 1099]],
    ],
    ["that is free has no shares", 0, [[2000, 100]], []],
  ])("%s", (_name, delivery, goods, expected) => {
    const rated = goods.map(([vatRate, gross]) => ({ vatRate, gross }));
    expect(apportionDelivery(delivery, rated).map(({ vatRate, gross }) => [vatRate, gross])).toEqual(
      expected,
    );
  });

  it("is within a penny of its exact share, and whole together", () => {
    const anyGoods = fc.record({
      vatRate: fc.constantFrom(0, 500, 2000),
      gross: fc.integer({ min: 1, max: 100_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.array(anyGoods, { minLength: 1, maxLength: 20 }),
        (delivery, goods) => {
          const shares = apportionDelivery(delivery, goods);
          const value = goods.reduce((sum, { gross }) => sum + gross, 0);
          expect(shares.reduce((sum, { gross }) => sum + gross, 0)).toBe(delivery);
          for (const { vatRate, gross } of shares) {
            const ofRate = goods.filter((line) => line.vatRate === vatRate);
            const exact = (delivery * ofRate.reduce((sum, line) => sum + line.gross, 0)) / value;
            expect(Math.abs(gross - exact)).toBeLessThan(1);
          }
        },
      ),
    );
  });
});

describe("the tax point", () => {
  const issuedAt = new Date("2026-03-31T12:00:00Z");
  it.each([
    ["the invoice while nothing is paid", null, "2026-03-31T12:00:00Z"],
    ["the invoice when it is paid later", "2026-04-01T12:00:00Z", "2026-03-31T12:00:00Z"],
    ["the payment when it came before", "2026-03-30T12:00:00Z", "2026-03-30T12:00:00Z"],
  ])("is %s", (_what, paidAt, expected) => {
    expect(taxPointOf({ issuedAt, paidAt: paidAt === null ? null : new Date(paidAt) })).toEqual(
      new Date(expected),
    );
  });
});

describe("the seller of a new invoice", () => {
  it.each([
    [true, "", true],
    [true, "GB123456789", undefined],
    [false, "", undefined],
  ])("real money %s, VAT number %j: shows no VAT %s", (takesRealMoney, vatNumber, showsNoVat) => {
    expect(newInvoiceSellerOf({ ...seller, takesRealMoney, vatNumber }).showsNoVat).toBe(showsNoVat);
  });
});

describe("the invoice's words", () => {
  const order = orderOf([[3000, 1, 2000]]);

  it("call it a VAT invoice once the shop has a VAT number, else say that it is none", () => {
    expect(vatInvoiceOf(order, seller)).toMatchObject({ heading: "VAT invoice", remark: null });
    expect(vatInvoiceOf(order, { ...seller, vatNumber: "" })).toMatchObject({
      heading: "Invoice",
      remark: expect.stringContaining("not a VAT invoice"),
    });
  });

  it("give the number, the day of issue and the tax point, in UK time", () => {
    const placed = {
      createdAt: new Date("2026-07-01T10:00:00Z"),
      paidAt: new Date("2026-06-30T23:30:00Z"),
      taxPointAt: new Date("2026-06-29T22:30:00Z"),
    };
    expect(vatInvoiceOf({ ...order, ...placed }, seller)).toMatchObject({
      number: "OXB-000123",
      orderNumber: "INV-1772452800000",
      facts: expect.arrayContaining([
        { label: "Issue date", value: "1 July 2026" },
        { label: "Tax point", value: "29 June 2026" },
      ]),
      closing: "Paid by card on 1 July 2026.",
    });
    expect(vatInvoiceOf({ ...order, paidAt: null }, seller)).toMatchObject({ closing: "Not paid yet." });
  });

  it.each([
    ["whole", ludlow, ["Gwen Guest", "1 Test Lane", "Ludlow", "SY8 1AA", "United Kingdom"]],
    [
      "without a name",
      { ...ludlow, name: " ", address: "Mill House\n1 Test Lane" },
      ["Gwen Guest", "Mill House", "1 Test Lane", "Ludlow", "SY8 1AA", "United Kingdom"],
    ],
    ["partly known", { ...ludlow, city: "", postcode: "", country: "" }, ["Gwen Guest", "1 Test Lane"]],
  ])("print an address that is %s", (_name, place, lines) => {
    const { blocks } = vatInvoiceOf({ ...order, billingAddress: place }, seller);
    expect(blocks[0]).toEqual({ heading: "Billed to", lines });
    expect(blocks[1]?.lines).toHaveLength(5);
  });

  it.each([
    [2000, "20%"],
    [1750, "17.5%"],
    [0, "0%"],
  ])("print a rate of %i basis points as %s", (rate, text) => {
    expect(displayRate(rate)).toBe(text);
  });
});
