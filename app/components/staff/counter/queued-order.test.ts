import { describe, expect, it } from "vitest";
import type { CounterProduct } from "#server/orders/counter-orders.server.ts";
import { counterOrderSchema } from "#server/orders/order.schema.ts";
import { type Draft, emptyDraft, isEmptyDraft, withProduct } from "../shop/order-draft.ts";
import { isLapsed, withoutListed } from "./counter-store.ts";
import {
  atQuotedPrices,
  atTodaysPrices,
  draftOf,
  handedOver,
  matching,
  messageOf,
  queuedOrderOf,
  refreshedDraft,
  type Sheet,
} from "./queued-order.ts";

const biochar: CounterProduct = {
  id: 4,
  name: "Premium Biochar",
  currentPrice: 2000,
  priceSteps: [
    { minQuantity: 10, price: 1800, tradeList: null },
    { minQuantity: 1, price: 1500, tradeList: "growers" },
  ],
  taxRate: 2000,
  stockQuantity: 12,
};
const vinegar: CounterProduct = {
  ...biochar,
  id: 5,
  name: "Wood Vinegar",
  currentPrice: 850,
  priceSteps: [],
};
const morgan = { id: 2, name: "Morgan Manager", role: "shop_manager" as const, session: "of-today" };
const sheet: Sheet = {
  rules: {
    at: 1_000_000,
    until: 2_000_000,
    person: morgan,
    storeName: "Oxbow",
    currency: "GBP",
    vatMode: "fraction",
    taxEnabled: true,
    taxLabel: "VAT",
  },
  products: [biochar, vinegar],
  customers: [],
  clockAhead: 5000,
};

function draftFor(products: readonly CounterProduct[], tradeList: string | null = null): Draft {
  const empty = emptyDraft();
  return {
    ...empty,
    customer: { ...empty.customer, name: "Cora", email: "cora@example.com", address: "3 Lane", tradeList },
    lines: products.reduce<Draft["lines"]>((lines, product) => withProduct(lines, product), []),
  };
}

const taken = (draft: Draft) => queuedOrderOf(draft, sheet, morgan, 2_000_000);

describe("an order that the counter takes", () => {
  it("has the prices of its sheet, its customer's own among them, and the shop's time", () => {
    const order = taken(draftFor([biochar, biochar, vinegar], "growers"));
    expect(order).toMatchObject({
      takenAt: 1_995_000,
      takenBy: morgan,
      lines: [
        { productId: 4, quantity: 2, told: 1500, price: null },
        { productId: 5, quantity: 1, told: 850, price: null },
      ],
      toldTotal: 3850,
      conflict: null,
    });
  });

  it("is what the shop's schema takes", () => {
    const order = counterOrderSchema.parse(messageOf(taken(draftFor([biochar]))));
    expect(order).toMatchObject({ toldTotal: 2000, paymentMethod: "cash", takenBy: 2, beyondStock: false });
    expect(order.items).toEqual([{ productId: 4, quantity: 1, told: 2000 }]);
    expect(order.takenAt).toEqual(new Date(1_995_000));
  });

  it("keeps a price that staff agreed on as one", () => {
    const draft = draftFor([biochar]);
    const order = taken({ ...draft, lines: draft.lines.map((line) => ({ ...line, price: "12.50" })) });
    expect(order.lines).toMatchObject([{ told: 1250, price: 1250 }]);
    expect(order.toldTotal).toBe(1250);
  });

  it("keeps the key of its form", () => {
    const draft = draftFor([biochar]);
    expect(taken(draft).retryKey).toBe(draft.retryKey);
    expect(draftOf(taken(draft), sheet).retryKey).toBe(draft.retryKey);
    expect(emptyDraft().retryKey).not.toBe(draft.retryKey);
  });
});

describe("an order that the shop did not take", () => {
  const conflict = { kind: "prices", message: "Premium Biochar costs £21.00 now" } as const;
  const stuck = { ...taken(draftFor([biochar, biochar])), conflict };
  const dearer = { ...sheet, products: [{ ...biochar, currentPrice: 2100, priceSteps: [] }] };

  it("goes at the prices taken as prices that staff agreed on", () => {
    expect(atQuotedPrices(stuck)).toMatchObject({
      lines: [{ told: 2000, price: 2000 }],
      toldTotal: 4000,
      conflict: null,
    });
  });

  it("goes at today's prices with today's total", () => {
    const today = atTodaysPrices(stuck, dearer);
    expect(today).toMatchObject({ lines: [{ told: 2100, price: null }], toldTotal: 4200, conflict: null });
    if (today) expect(counterOrderSchema.safeParse(messageOf(today)).success).toBe(true);
  });

  it("has no price of today for what is no longer sold", () => {
    expect(atTodaysPrices(stuck, { ...sheet, products: [vinegar] })).toBeNull();
  });

  it("goes beyond the stock when its goods were handed over", () => {
    expect(handedOver({ ...stuck, conflict: { kind: "stock", message: "" } })).toMatchObject({
      beyondStock: true,
      conflict: null,
    });
  });

  it("comes back into the form with its lines, at today's prices", () => {
    expect(draftOf(stuck, dearer)).toMatchObject({
      customer: { name: "Cora" },
      lines: [{ quantity: "2", price: null, product: { id: 4, currentPrice: 2100 } }],
    });
  });
});

it("what is typed follows new prices, and keeps what somebody typed", () => {
  const dearer = { ...sheet, products: [{ ...biochar, currentPrice: 2100 }] };
  const draft = draftFor([biochar]);
  const refreshed = refreshedDraft(
    { ...draft, lines: draft.lines.map((line) => ({ ...line, quantity: "3" })) },
    dearer,
  );
  expect(refreshed.lines).toMatchObject([{ quantity: "3", product: { currentPrice: 2100 } }]);
  expect(isEmptyDraft(refreshed)).toBe(false);
  expect(isEmptyDraft(emptyDraft())).toBe(true);
});

it("finds products and customers by the words of their names", () => {
  expect(matching(sheet.products, "bio prem")).toEqual([biochar]);
  expect(matching(sheet.products, "bio vinegar")).toEqual([]);
  expect(matching(sheet.products, " ")).toEqual([]);
  const { customer } = draftFor([]);
  expect(matching([customer], "EXAMPLE.com")).toEqual([customer]);
});

describe("the end of a session", () => {
  it("comes when staff's idle time has passed by the shop's clock, and for a sheet that does not say when", () => {
    expect(isLapsed(sheet, 2_004_999)).toBe(false);
    expect(isLapsed(sheet, 2_005_000)).toBe(true);
    const older = { ...sheet, rules: { ...sheet.rules, until: Number.NaN } };
    expect(isLapsed(older, 1_000_000)).toBe(true);
  });

  it("takes a customer of the list out of what is being typed, and leaves one who was typed", () => {
    const typed = draftFor([biochar]);
    expect(withoutListed(typed)).toEqual(typed);
    const listed = { ...typed, customer: { ...typed.customer, id: 7 } };
    expect(JSON.stringify(withoutListed(listed))).not.toContain("cora@example.com");
    expect(withoutListed(listed).lines).toEqual(typed.lines);
  });
});
