import { describe, expect, it } from "vitest";
import { shippedStatements } from "./claims.ts";
import {
  defaultSettings,
  pricingRulesOf,
  type StoreSettings,
  vatModeOf,
  vatRateOf,
} from "./store-settings.ts";

function settingsWith(values: Partial<StoreSettings>): StoreSettings {
  return {
    ...defaultSettings,
    ...shippedStatements,
    savedTabs: [],
    tabSaves: {},
    version: 0,
    takesRealMoney: false,
    ...values,
  };
}

describe("the VAT rate a product is sold at", () => {
  it.each([
    ["its own", {}, 500, 500],
    ["its own zero rate", {}, 0, 0],
    ["the store's, when it names none", { taxRate: 0.175 }, null, 1750],
    ["nothing while tax is switched off", { taxEnabled: false }, null, 0],
    ["nothing while tax is switched off, though it names one", { taxEnabled: false }, 2000, 0],
  ])("is %s", (_what, settings, ownRate, rate) => {
    expect(vatRateOf(settingsWith(settings), ownRate)).toBe(rate);
  });
});

describe("the VAT line", () => {
  it.each([
    ["price × quantity × rate while nobody says that prices include VAT", {}, "as_specified"],
    ["the VAT due once the owner says so", { taxIncludedInPrices: true }, "fraction"],
    ["the VAT due where real money moves, also unasked", { takesRealMoney: true }, "fraction"],
  ])("is %s", (_what, settings, mode) => {
    expect(vatModeOf(settingsWith(settings))).toBe(mode);
  });
});

it("exports are sold at 0% where the owner says so and the shop charges a tax at all", () => {
  const zeroRates = (values: Partial<StoreSettings>) => pricingRulesOf(settingsWith(values)).zeroRatesExports;
  expect(zeroRates({})).toBe(false);
  expect(zeroRates({ zeroRateExports: true })).toBe(true);
  expect(zeroRates({ zeroRateExports: true, taxEnabled: false })).toBe(false);
});

it("the settings of a new shop are these", () => {
  expect(defaultSettings).toMatchObject({
    currency: "GBP",
    taxEnabled: true,
    taxRate: 0.2,
    taxLabel: "VAT",
    taxIncludedInPrices: false,
    shippingEnabled: true,
    freeShippingThreshold: 100,
    standardShippingCost: 9.99,
    expressShippingCost: 19.99,
    shippingCalculationType: "flat",
    paypalEnabled: true,
    braintreeEnabled: true,
    cashOnDeliveryEnabled: false,
    bankTransferEnabled: true,
    orderNumberPrefix: "OXB",
    orderStatusAfterPayment: "processing",
    autoCompleteOrders: false,
    customerRegistration: true,
    guestCheckout: true,
    customerAccountCreation: "automatic",
    stockManagement: true,
    lowStockThreshold: 5,
    hideOutOfStock: false,
    oneCardPerFamily: false,
    productReviews: true,
    openingHoursWeekdays: "9:00-17:00",
    openingHoursSaturday: "10:00-14:00",
    openingHoursSunday: "closed",
  });
});

describe("what prices depend on", () => {
  it("is where the shop delivers, also before it has saved its rates, unless that is everywhere", () => {
    const rule = (values: Partial<StoreSettings>) => pricingRulesOf(settingsWith(values)).deliveryRule;
    expect(rule({})).toEqual({ kind: "as_specified" });
    expect(rule({ countriesServed: "France" })).toEqual({
      kind: "as_specified",
      served: { countries: ["France"], northernIreland: true },
    });
    expect(rule({ northernIrelandServed: false }).served).toEqual({ countries: [], northernIreland: false });
    expect(rule({ savedTabs: ["Shipping"] })).toMatchObject({ kind: "one_rule" });
  });

  it("is whether buyers may collect", () => {
    expect(pricingRulesOf(settingsWith({ collectionEnabled: true })).collection).toBe(true);
    expect(pricingRulesOf(settingsWith({})).collection).toBeUndefined();
  });
});
