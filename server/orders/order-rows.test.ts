import { describe, expect, it } from "vitest";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/checkout.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { filledForm } from "#server/testing/checkouts.ts";
import { testContext, withSettings } from "#server/testing/factories.ts";
import { orderRowsOf, type Sale } from "./order-rows.server.ts";

const context = await testContext();
const now = context.clock.now();
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const line = { productId: 1, productName: "Bag", quantity: 2, unitPrice: 3000, vatRate: 2000 };
const atHome: PricedSnapshot = {
  lines: [line],
  ...{ subtotal: 6000, vat: 1200, vatDue: 1000, shipping: 0, total: 6000 },
};

interface Sold {
  sale?: Partial<Sale>;
  snapshot?: Partial<PricedSnapshot>;
  details?: Partial<CheckoutDetails>;
  country?: string;
  own?: typeof context;
}

/** What is written of a sale of two bags, to Ludlow unless something else is said. */
function rowsOf({ sale, snapshot, details, country = "United Kingdom", own = context }: Sold = {}) {
  return orderRowsOf(own.em.fork(), own, {
    ...{ orderId: 1, invoiceNumber: "INV-1", provider: "stripe", transactionId: "pi_1", claimed: null },
    ...{ chargedAt: ago(5), checkoutMadeAt: ago(10), amountReceived: 6000, currency: "gbp" },
    ...{ account: { userId: null, setPassword: null }, isGuest: true, short: [], taken: new Map(), left: [] },
    details: { ...detailsOf(filledForm({ country })), ...details },
    snapshot: { ...atHome, ...snapshot },
    ...sale,
  });
}
const orderOf = async (sold: Sold = {}) => (await rowsOf(sold)).order;
const toldOf = async (sold: Sold) => (await rowsOf(sold)).events.map(({ kind }) => kind);
const standard = { id: "standard", label: "Standard delivery", price: 0 } as const;
const collection = { id: "collection", label: "Collection", price: 0 } as const;

describe("an order is paid", () => {
  it.each([
    ["when the provider took the money, also for its tax point", { chargedAt: ago(5) }, ago(5)],
    ["now where it did not say", { chargedAt: undefined }, now],
    ["not in the future", { chargedAt: ago(-60) }, now],
    ["not before its checkout", { chargedAt: ago(60) }, ago(10)],
    ["not in the future, though its checkout is", { chargedAt: ago(5), checkoutMadeAt: ago(-60) }, now],
  ])("%s", async (_what, sale, paidAt) => {
    expect(await orderOf({ sale })).toMatchObject({ paidAt, taxPointAt: paidAt });
  });
});

describe("its delivery", () => {
  it.each<[string, boolean, Sold]>([
    ["is to be agreed abroad where nothing was charged", true, { country: "France" }],
    ["and where that was chosen", true, { country: "France", snapshot: { delivery: standard } }],
    ["is not where something was charged", false, { country: "France", snapshot: { shipping: 1 } }],
    ["is not at home", false, {}],
    ["is not where it is collected", false, { country: "France", snapshot: { delivery: collection } }],
    [
      "is not where a table of rates has a price of nothing",
      false,
      { country: "France", snapshot: { delivery: standard, isRatedByTable: true } },
    ],
  ])("%s", async (_what, isAgreed, sold) => {
    expect((await orderOf(sold)).deliveryToBeAgreed).toBe(isAgreed);
    expect((await toldOf(sold)).includes("delivery_to_be_agreed")).toBe(isAgreed);
  });

  it("is kept as it was chosen, with what the driver is to know", async () => {
    const delivery = { option: "standard", driver: { note: "Ring twice" } } as never;
    expect((await orderOf({ details: { delivery }, snapshot: { delivery: standard } })).delivery).toEqual({
      ...standard,
      driver: { note: "Ring twice" },
    });
    expect((await orderOf({ details: { delivery }, snapshot: { delivery: collection } })).delivery).toEqual(
      collection,
    );
    expect((await orderOf({ details: { delivery } })).delivery).toBeNull();
  });
});

describe("the timeline says", () => {
  it.each<[string, string, Sold]>([
    ["that stock was short", "backorder", { sale: { short: ["Bag"] } }],
    ["that it goes by express", "express_delivery", { snapshot: { express: true } }],
    [
      "that its half hour was lost",
      "slot_lost",
      { snapshot: { delivery: collection }, sale: { slotLost: true } },
    ],
    ["that an export needs its proof", "export_evidence", { snapshot: { isExport: true } }],
    ["what was said of marketing", "soft_opt_in", { details: { softOptIn: false } }],
  ])("%s, and nothing of it otherwise", async (_what, kind, sold) => {
    expect(await toldOf(sold)).toContain(kind);
    expect(await toldOf({})).toEqual(["paid"]);
  });

  it("what the order has, too", async () => {
    expect(await orderOf({ sale: { short: ["Bag"] } })).toMatchObject({ isBackorder: true });
    expect(await orderOf({ snapshot: { isExport: true } })).toMatchObject({ isExport: true });
    expect(await orderOf()).toMatchObject({ isBackorder: false, isExport: false });
    const lost = await orderOf({ snapshot: { delivery: collection }, sale: { slotLost: true } });
    expect(lost.delivery).toMatchObject({ slotLost: true });
    const messages = async (softOptIn: boolean) =>
      (await rowsOf({ details: { softOptIn } })).events.map(({ message }) => message).join();
    expect(await messages(true)).toContain("did not refuse");
    expect(await messages(false)).toContain("and refused");
  });
});

describe("its papers", () => {
  it("show pounds by the rate of their day, in another currency alone", async () => {
    const own = withSettings(context, { exchangeRate: 0.85, exchangeRateDay: "2026-11-20" });
    const inEuros = await orderOf({ own, snapshot: { currency: "eur" } });
    expect(inEuros).toMatchObject({ sterlingRate: 850_000, sterlingRateDay: "2026-11-20" });
    expect(await orderOf({ own })).toMatchObject({ sterlingRate: null, sterlingRateDay: null });
  });

  it("have for each line its VAT inside all of it, what a measure cost, and the units that were taken", async () => {
    const perMeasure = { amount: 3, per: "kg" } as const;
    const measured = { lines: [{ ...line, perMeasure }] };
    const { lines } = await rowsOf({ snapshot: measured, sale: { taken: new Map([[1, 2]]) } });
    expect(lines).toMatchObject([
      { vatDue: 1000, lineTotal: 6000, perMeasure, stockTaken: 2, mustCost: null },
    ]);
    expect((await rowsOf()).lines).toMatchObject([{ perMeasure: null, stockTaken: 0 }]);
  });
});
