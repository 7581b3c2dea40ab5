import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readEnvironment } from "#server/core/env.server.ts";
import { shippedStatements } from "#server/settings/claims.ts";
import { defaultSettings, type StoreSettings } from "#server/settings/store-settings.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { findOpenItems, tradeEnvironmentOf, warnAtStart } from "./find-open-items.server.ts";
import { type OpeningFacts, openItemsOf, type TradeEnvironment } from "./launch-checklist.ts";
import { type ProviderCheck, textPaths, textState } from "./opening-steps.ts";

const asDelivered: StoreSettings = {
  ...defaultSettings,
  ...shippedStatements,
  savedTabs: [],
  tabSaves: {},
  version: 0,
  takesRealMoney: false,
};
const played: TradeEnvironment = {
  payments: {},
  publicUrl: null,
  hasMailServer: false,
  hasKnownSignIns: true,
  opening: {
    demoRows: 400,
    lastEvents: {},
    paymentsCheck: null,
    hasRefundedPayment: false,
    staffWithoutFactor: [],
    hasMeasuredDensity: false,
    unweighedProducts: 8,
    mailTest: null,
    textsRead: {},
    opened: null,
  },
  isEmbeddedDatabase: true,
  limitsRates: true,
};
const mark = { at: "2026-11-23T12:00:00.000Z", by: "Ada Admin" };
const goodKeys: ProviderCheck = { mode: "live", answered: true, gaps: [] };
const settled: OpeningFacts = {
  demoRows: 0,
  lastEvents: { stripe: { at: "2026-11-23T12:00:00Z", isTest: false } },
  paymentsCheck: { ...mark, providers: { stripe: goodKeys, paypal: goodKeys } },
  hasRefundedPayment: true,
  staffWithoutFactor: [],
  hasMeasuredDensity: false,
  unweighedProducts: 0,
  mailTest: { to: "ada@shop.example", sentAt: mark.at, arrivedAt: mark.at },
  textsRead: {},
  opened: mark,
};
const ready: StoreSettings = {
  ...asDelivered,
  savedTabs: ["Shipping"],
  countriesServed: "United Kingdom",
  taxIncludedInPrices: true,
  vatNumber: "GB123456789",
  companyNumber: "01234567",
  registeredOffice: "1 Real Street, Ludlow",
  storeAddress: "1 Real Street, Ludlow",
  storePhone: "01584 123456",
  storeEmail: "shop@example.com",
};
const live: TradeEnvironment = {
  payments: { stripe: "live", paypal: "live" },
  publicUrl: "https://shop.example.com",
  hasMailServer: true,
  hasKnownSignIns: false,
  opening: settled,
  isEmbeddedDatabase: false,
  limitsRates: true,
};
const badKeys: ProviderCheck = { ...goodKeys, gaps: [{ title: "None", sentence: "None." }] };
const opening = (changes: Partial<OpeningFacts>) => ({ opening: { ...settled, ...changes } });
/** What only a decision about the shop's own texts closes. */
const asSpecified = ["claims-sold", "claims-co2", "litres-per-kilogram"];

/** Somebody has read every text as these settings make it. */
function readWith(settings: StoreSettings, environment: TradeEnvironment): TradeEnvironment {
  const marks = textPaths.map((path) => [path, { ...mark, state: textState(path, settings) }]);
  const textsRead = { ...Object.fromEntries(marks), ...environment.opening.textsRead };
  return { ...environment, opening: { ...environment.opening, textsRead } };
}

function itemsOf(settings: Partial<StoreSettings>, environment: Partial<TradeEnvironment>) {
  const all = { ...ready, ...settings };
  return openItemsOf(all, readWith(all, { ...live, ...environment }));
}

const keysOf = (settings: Partial<StoreSettings>, environment: Partial<TradeEnvironment>) =>
  itemsOf(settings, environment).map(({ key }) => key);

describe("what stands between the shop and trade", () => {
  it("is all of it as the shop is delivered", () => {
    expect(openItemsOf(asDelivered, played).map(({ key }) => key)).toEqual([
      "payments",
      "public-address",
      "mail",
      "demo-data",
      "demo-orders",
      "embedded-database",
      "vat-line",
      "vat-number",
      "company",
      "contact",
      "delivery",
      "foreign-delivery",
      "order-notification",
      "texts-unread",
      "first-order",
      "not-open",
      "claims-sold",
      "claims-co2",
      "litres-per-kilogram",
    ]);
  });

  it("no longer says that litres are assumed once the density of a soil product is measured", () => {
    expect(keysOf({}, opening({ hasMeasuredDensity: true }))).toEqual(["claims-sold", "claims-co2"]);
  });

  it("is only what the shop's own texts state once the rest is done", () => {
    expect(keysOf({}, {})).toEqual(asSpecified);
  });

  it.each<[string, Partial<StoreSettings>, Partial<TradeEnvironment>]>([
    ["staff-two-factor", { staffTwoFactor: false }, {}],
    ["payments", {}, { payments: { stripe: "test", paypal: "live" } }],
    ["paypal", {}, { payments: { stripe: "live" } }],
    ["public-address", {}, { publicUrl: "http://shop.example.com" }],
    ["mail", {}, { hasMailServer: false }],
    ["demo-data", {}, { hasKnownSignIns: true }],
    ["demo-orders", {}, opening({ demoRows: 1 })],
    ["mail-test", {}, opening({ mailTest: null })],
    ["payment-events", {}, opening({ lastEvents: {} })],
    ["payment-events", {}, opening({ lastEvents: { stripe: { at: mark.at, isTest: true } } })],
    ["payment-keys", {}, opening({ paymentsCheck: null })],
    ["payment-keys", {}, opening({ paymentsCheck: { ...mark, providers: { stripe: goodKeys } } })],
    [
      "payment-keys",
      {},
      opening({ paymentsCheck: { ...mark, providers: { stripe: badKeys, paypal: goodKeys } } }),
    ],
    ["texts-unread", {}, opening({ textsRead: { "/terms": { ...mark, state: "else" } } })],
    ["first-order", {}, opening({ hasRefundedPayment: false })],
    ["not-open", {}, opening({ opened: null })],
    ["embedded-database", {}, { isEmbeddedDatabase: true }],
    ["rate-limits", {}, { limitsRates: false }],
    ["vat-line", { taxIncludedInPrices: false }, {}],
    ["vat-number", { vatNumber: "" }, {}],
    ["company", { companyNumber: "" }, {}],
    ["contact", { storePhone: defaultSettings.storePhone }, {}],
    ["foreign-delivery", { countriesServed: "" }, {}],
    ["foreign-delivery", { countriesServed: "United Kingdom\nFrance" }, {}],
    ["delivery", { savedTabs: [], countriesServed: "United Kingdom" }, {}],
  ])("is %s by itself, too", (key, settings, environment) => {
    expect(keysOf(settings, environment).filter((found) => !asSpecified.includes(found))).toEqual([key]);
  });

  it("asks nothing of places abroad that the table of rates prices", () => {
    const byTable = { countriesServed: "United Kingdom\nFrance", shippingCalculationType: "weight" as const };
    expect(keysOf(byTable, {})).toEqual(asSpecified);
  });

  it("asks for weights only where delivery goes by them", () => {
    const unweighed = opening({ unweighedProducts: 2 });
    expect(keysOf({}, unweighed)).not.toContain("unweighed-products");
    expect(keysOf({ shippingCalculationType: "weight" }, unweighed)).toContain("unweighed-products");
    expect(keysOf({ shippingCalculationType: "weight" }, {})).not.toContain("unweighed-products");
  });

  it("says the two amounts of VAT", () => {
    const [item] = itemsOf({ taxIncludedInPrices: false }, {});
    expect(item?.sentence).toContain("VAT line at checkout is £6.00, VAT due is £5.00");
    expect(keysOf({ taxIncludedInPrices: false, taxEnabled: false, vatNumber: "" }, {})).toEqual(asSpecified);
  });

  it("cannot wait where VAT is not settled and real money moves", () => {
    const urgent = (settings: Partial<StoreSettings>, environment: Partial<TradeEnvironment>) =>
      itemsOf(settings, environment).flatMap(({ key, isUrgent }) => (isUrgent ? [key] : []));
    const unsettled = { taxIncludedInPrices: false, vatNumber: "" };
    expect(urgent(unsettled, {})).toEqual(["vat-line", "vat-number"]);
    expect(urgent(unsettled, { payments: { stripe: "test", paypal: "live" } })).toEqual([
      "vat-line",
      "vat-number",
    ]);
    expect(urgent(unsettled, { payments: { stripe: "test", paypal: "test" } })).toEqual([]);
    expect(urgent({ ...unsettled, taxEnabled: false }, {})).toEqual([]);
    expect(urgent({}, {})).toEqual([]);
  });

  it("says of papers without VAT why they are, and of both ways out", () => {
    const [item] = itemsOf({ vatNumber: "" }, {});
    expect(item?.sentence).toContain("show no VAT until it is settled");
  });

  it("is told at each start while it cannot wait", async () => {
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_1");
    vi.stubEnv("STRIPE_PUBLISHABLE_KEY", "pk_live_1");
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_1");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const context = await testContext({ actor: { kind: "system" } });
    expect(context.settings.takesRealMoney).toBe(true);
    vi.stubEnv("LOG_LEVEL", "");
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await warnAtStart(context);
    const lines = written.mock.calls.map(([line]) => String(line));
    written.mockRestore();
    expect(lines).toMatchObject([
      expect.stringContaining("The VAT line is not the VAT due"),
      expect.stringContaining("Invoices are not VAT invoices"),
    ]);
  });

  it("asks nothing of PayPal that is switched off", () => {
    expect(keysOf({ paypalEnabled: false }, { payments: { stripe: "live" } })).toEqual(asSpecified);
  });

  it("reads the environment without a secret in it", () => {
    const environment = tradeEnvironmentOf(
      readEnvironment({
        STRIPE_SECRET_KEY: "rk_live_secret",
        STRIPE_PUBLISHABLE_KEY: "pk_live_1",
        STRIPE_WEBHOOK_SECRET: "whsec_secret",
        SMTP_URL: "smtp://user:secret@mail.example",
        PUBLIC_URL: "https://shop.example",
        DATABASE_URL: "postgres://user:secret@db.example/shop",
      }),
    );
    const { hasKnownSignIns, opening, ...stated } = live;
    expect(environment).toEqual({
      ...stated,
      payments: { stripe: "live" },
      publicUrl: "https://shop.example",
    });
    expect(JSON.stringify(environment)).not.toContain("secret");
  });

  it("is told to administrators only", async () => {
    const context = await testContext();
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    await expect(findOpenItems(manager)).rejects.toThrow("permission");
    const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
    expect((await findOpenItems(administrator)).length).toBeGreaterThan(0);
  });
});
