import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ContactDetails, FooterBrand } from "#app/components/layout/footer.tsx";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import { renderedPage } from "#app/routes/content/rendered-page.ts";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import { forgetSecondFactors } from "#server/accounts/end-access.server.ts";
import { register } from "#server/accounts/register.server.ts";
import { withTwoFactorEnforced } from "#server/accounts/user-views.server.ts";
import { parseCatalogueQuery } from "#server/catalogue/catalogue-query.schema.ts";
import { findProducts } from "#server/catalogue/find-products.server.ts";
import { availabilityOf } from "#server/catalogue/product-view.ts";
import { findOpenSlots } from "#server/checkout/hold-collection.server.ts";
import { closeCheckout } from "#server/checkout/holds.server.ts";
import { requireMayBuy } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { requirePayPal } from "#server/payments/paypal/paypal-client.server.ts";
import { deliverySentence } from "#server/pricing/delivery-sentences.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { saveSettings, saveWithoutStaffTwoFactor } from "#server/settings/save-settings.server.ts";
import { fieldsOf, settingGuides, tabOf } from "#server/settings/setting-guides.ts";
import type { SomeSettings } from "#server/settings/settings-form.ts";
import { type SettingName, settingsTabs } from "#server/settings/settings-tabs.ts";
import { mayStayUnpaid, staffPaymentMethodsOf } from "#server/settings/staff-payment-methods.ts";
import { deliveryRuleOf, sterlingRateOf } from "#server/settings/store-settings.ts";
import { buyTwo, deliveryOf, mailToStaff, openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser, putSettings, turnOnTwoFactor } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";

/*
 * Every setting, saved through the settings screen, changes what the shop does. The type makes the list below
 * complete: a new setting needs a case here.
 */

await runTestSandbox();

const context = await payingContext();
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
afterAll(closeRateLimiters);
beforeEach(async () => {
  await administrator.em.fork().execute("delete from store_setting");
});

/** Saves settings of one tab and returns a shopper's next request. */
async function flip(values: SomeSettings): Promise<Context> {
  const [name] = Object.keys(values) as SettingName[];
  if (!name) throw new Error("nothing to save");
  const { settings } = await payingContext();
  const tab = tabOf(name);
  await saveSettings(administrator, {
    tab,
    seenVersion: settings.tabSaves[tab]?.version ?? 0,
    values,
  });
  return payingContext();
}

/** The footer and contact card of every page. */
function footerOf({ settings }: Context): string {
  const store = storeSummaryOf(settings);
  return renderToStaticMarkup(
    <>
      {createElement(FooterBrand, { store })}
      {createElement(ContactDetails, { store })}
    </>,
  );
}

async function catalogueNames(context: Context, search = "Sold out char"): Promise<string[]> {
  const query = parseCatalogueQuery(new URLSearchParams({ search }));
  return (await findProducts(context, query)).products.map(({ name }) => name);
}

const seller =
  (name: SettingName, value: string, inFooter = true) =>
  async () => {
    const context = await flip({ [name]: value });
    if (inFooter) expect(footerOf(context)).toContain(value);
    expect((await mailToStaff(context)).text.replaceAll(/\s+/g, " ")).toContain(value);
    expect((await buyTwo(context)).seller).toMatchObject({ [name]: value });
  };

const profile = (name: SettingName & `${string}Url`, label: string) => async () => {
  expect(footerOf(await payingContext())).not.toContain('href="https://');
  const footer = footerOf(await flip({ [name]: "https://social.example.com/oxbow" }));
  expect(footer).toContain(`href="https://social.example.com/oxbow"`);
  expect(footer).toContain(`aria-label="Oxbow Biochar on ${label}"`);
};

const hours = (name: SettingName, days: string) => async () => {
  const footer = footerOf(await flip({ [name]: "7:30-12:00" }));
  expect(footer).toContain(`<dt>${days}</dt><dd>7:30-12:00</dd>`);
};

const slotsOf = (context: Context) => findOpenSlots(context, null);

const endTwoFactorOf = (userId: number) =>
  administrator.em.fork().transactional((em) => forgetSecondFactors(em, userId));

const flips: Record<SettingName, () => Promise<void>> = {
  storeName: seller("storeName", "Ludlow Char Makers"),
  storeAddress: seller("storeAddress", "9 New Street, Ludlow SY8 2AA"),
  storePhone: seller("storePhone", "01584 999 999"),
  storeEmail: seller("storeEmail", "shop@ludlow.example"),
  companyNumber: seller("companyNumber", "07654321", false),
  vatNumber: seller("vatNumber", "GB123456789", false),
  registeredOffice: seller("registeredOffice", "1 Old Street, London", false),
  storeDescription: async () => {
    expect(footerOf(await flip({ storeDescription: "Char from the hills." }))).toContain(
      "Char from the hills.",
    );
  },
  openingHoursWeekdays: hours("openingHoursWeekdays", "Mon-Fri"),
  openingHoursSaturday: hours("openingHoursSaturday", "Sat"),
  openingHoursSunday: hours("openingHoursSunday", "Sun"),
  facebookUrl: profile("facebookUrl", "Facebook"),
  instagramUrl: profile("instagramUrl", "Instagram"),
  linkedinUrl: profile("linkedinUrl", "LinkedIn"),
  youtubeUrl: profile("youtubeUrl", "YouTube"),
  currency: async () => {
    await putSettings(administrator, { currency: "EUR", exchangeRate: 0.85, exchangeRateDay: "2026-11-20" });
    const context = await payingContext();
    expect(storeSummaryOf(context.settings).currency).toBe("EUR");
    expect((await buyTwo(context)).mail).toContain("€60.00");
  },
  exchangeRate: async () => {
    const rates = { exchangeRate: 0.7801, exchangeRateDay: "2026-11-20" };
    expect(sterlingRateOf((await flip(rates)).settings, "usd")).toEqual({ rate: 780_100, day: "2026-11-20" });
  },
  exchangeRateDay: async () => {
    const rates = { exchangeRate: 0.9, exchangeRateDay: "2026-11-22" };
    expect(sterlingRateOf((await flip(rates)).settings, "eur")?.day).toBe("2026-11-22");
  },

  taxEnabled: async () => {
    expect((await buyTwo(await payingContext())).tax).toBe(1200);
    const without = await buyTwo(await flip({ taxEnabled: false }));
    expect(without).toMatchObject({ tax: 0, due: 0 });
    expect(without.mail).not.toContain("of which");
  },
  taxRate: async () => {
    expect(await buyTwo(await flip({ taxRate: 0.05 }))).toMatchObject({ tax: 300, total: 6000 });
  },
  taxLabel: async () => {
    expect((await buyTwo(await payingContext())).mail).toContain("of which VAT");
    expect((await buyTwo(await flip({ taxLabel: "Sales tax" }))).mail).toContain("of which Sales tax");
  },
  taxIncludedInPrices: async () => {
    expect(await buyTwo(await flip({ taxIncludedInPrices: true }))).toMatchObject({
      tax: 1000,
      due: 1000,
      total: 6000,
    });
  },

  zeroRateExports: async () => {
    const toJersey = { postcode: "JE2 3AB" };
    expect(await buyTwo(await payingContext(), toJersey)).toMatchObject({
      tax: 1200,
      due: 1000,
      total: 6000,
    });
    const context = await flip({ zeroRateExports: true });
    expect(await buyTwo(context, toJersey)).toMatchObject({ tax: 0, due: 0, total: 6000 });
    expect(await buyTwo(context)).toMatchObject({ tax: 1200, due: 1000, total: 6000 });
  },

  shippingEnabled: async () => {
    expect(await deliveryOf(await flip({ shippingEnabled: true }), 3000)).toMatchObject({ shipping: 999 });
    expect(await deliveryOf(await flip({ shippingEnabled: false }), 3000)).toMatchObject({ shipping: 0 });
  },
  standardShippingCost: async () => {
    const context = await flip({ standardShippingCost: 3.5 });
    expect(await deliveryOf(context, 3000)).toEqual({
      shipping: 350,
      sentence: "UK delivery £3.50, free from £100; final total before you pay.",
    });
    expect(await buyTwo(context)).toMatchObject({ shipping: 350, total: 6350 });
  },
  freeShippingThreshold: async () => {
    const context = await flip({ freeShippingThreshold: 60 });
    expect(await deliveryOf(context, 5999)).toMatchObject({ shipping: 999 });
    expect(await buyTwo(context)).toMatchObject({ shipping: 0, total: 6000 });
  },
  expressShippingCost: async () => {
    expect(await buyTwo(await payingContext(), { wantsExpress: true })).toMatchObject({ shipping: 0 });
    const express = await buyTwo(await flip({ expressShippingCost: 14.5 }), { wantsExpress: true });
    expect(express).toMatchObject({ shipping: 1450, total: 7450 });
    expect(express.mail).toContain("Express delivery");
    expect(await buyTwo(await flip({ expressShippingCost: 0 }), { wantsExpress: true })).toMatchObject({
      shipping: 999,
    });
  },
  shippingCalculationType: async () => {
    const { settings } = await flip({ shippingCalculationType: "value" });
    expect(deliverySentence(deliveryRuleOf(settings), "GBP")).toContain("less the more you buy");
    expect(await buyTwo(await payingContext())).toMatchObject({ shipping: 400 });
  },

  dispatchPromise: async () => {
    expect((await buyTwo(await payingContext())).mail).toContain("send orders within 2 working days");
    const context = await flip({ dispatchPromise: "on the next Tuesday" });
    expect((await buyTwo(context)).mail).toContain("send orders on the next Tuesday");
  },
  latestDeliveryDays: async () => {
    expect((await buyTwo(await payingContext())).mail).toContain("within 30 days of the order");
    expect((await buyTwo(await flip({ latestDeliveryDays: 21 }))).mail).toContain(
      "within 21 days of the order",
    );
  },
  bulkDelivery: async () => {
    const bulkDelivery = "Bulk bags are lifted over your fence by a crane.";
    expect((await buyTwo(await flip({ bulkDelivery }))).mail).toContain(bulkDelivery);
  },
  bulkReturns: async () => {
    const bulkReturns = "We collect bulk bags for £50.";
    const { settings } = await flip({ bulkReturns });
    expect(renderedPage("/returns", { promises: promisesOf(settings) }).text).toContain(bulkReturns);
  },
  countriesServed: async () => {
    expect((await buyTwo(await payingContext(), { country: "Ireland" })).status).toBe("processing");
    const context = await flip({ countriesServed: "United Kingdom\nGermany" });
    expect((await buyTwo(context)).status).toBe("processing");
    expect((await buyTwo(context, { country: "DE" })).status).toBe("processing");
    await expect(buyTwo(context, { country: "Ireland" })).toBeRefused("validation_failed", {
      fields: { country: ["We deliver to the United Kingdom and Germany only."] },
    });
  },

  northernIrelandServed: async () => {
    const toBelfast = { postcode: "BT1 1AA" };
    expect((await buyTwo(await payingContext(), toBelfast)).status).toBe("processing");
    await expect(buyTwo(await flip({ northernIrelandServed: false }), toBelfast)).toBeRefused(
      "validation_failed",
      { fields: { postcode: [expect.stringContaining("BT1 1AA is in Northern Ireland.")] } },
    );
  },
  deliveryTariff: async () => {
    const deliveryTariff = "zone;places;up to 5 kg\nHome;United Kingdom;4.50";
    const context = await flip({ deliveryTariff, shippingCalculationType: "weight" });
    expect(deliverySentence(deliveryRuleOf(context.settings), "GBP")).toContain("Delivery from £4.50");
    await expect(buyTwo(context)).rejects.toThrow("We have not weighed everything in this order yet.");
    expect(await buyTwo(context, { grossGrams: 2500 })).toMatchObject({ shipping: 450, total: 6450 });
  },

  paypalEnabled: async () => {
    expect(requirePayPal(await payingContext(), { offered: true })).toBeDefined();
    const context = await flip({ paypalEnabled: false });
    expect(() => requirePayPal(context, { offered: true })).toThrow("Payment by PayPal is not available.");
  },
  bankTransferEnabled: async () => {
    expect(staffPaymentMethodsOf((await payingContext()).settings)).toContain("bank_transfer");
    const { settings } = await flip({ bankTransferEnabled: false });
    expect(staffPaymentMethodsOf(settings)).toEqual(["cash", "card", "account"]);
  },
  cashOnDeliveryEnabled: async () => {
    expect(mayStayUnpaid("cash", (await payingContext()).settings)).toBe(false);
    expect(mayStayUnpaid("cash", (await flip({ cashOnDeliveryEnabled: true })).settings)).toBe(true);
  },
  braintreeEnabled: async () => {
    expect(settingGuides.Payments.find(({ name }) => name === "braintreeEnabled")?.label).toContain(
      "not used by this version",
    );
  },

  orderStatusAfterPayment: async () => {
    expect((await buyTwo(await payingContext())).status).toBe("processing");
    expect((await buyTwo(await flip({ orderStatusAfterPayment: "pending" }))).status).toBe("pending");
  },
  autoCompleteOrders: async () => {
    expect((await buyTwo(await flip({ autoCompleteOrders: true }))).status).toBe("completed");
  },
  orderNotificationEmail: async () => {
    expect((await mailToStaff(await payingContext())).recipient).toBe("hello@oxbowbiochar.example");
    const context = await flip({ orderNotificationEmail: "packing@ludlow.example" });
    expect((await mailToStaff(context)).recipient).toBe("packing@ludlow.example");
  },
  orderNumberPrefix: async () => {
    expect((await buyTwo(await flip({ orderNumberPrefix: "LUD" }))).number).toMatch(/^LUD-\d{6}$/);
  },

  staffTwoFactor: async () => {
    const actorOf = async () => {
      const { em, settings } = await payingContext();
      return withTwoFactorEnforced(em, settings, administrator.actor);
    };
    if (administrator.actor.kind !== "user") throw new Error("nobody is signed in");
    // Only this machine reaches the shop, so it asks nobody.
    expect(await actorOf()).toMatchObject({ role: "administrator" });
    vi.stubEnv("PUBLIC_URL", "https://shop.example");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await actorOf()).toMatchObject({ role: "customer" });
    await expect(flip({ staffTwoFactor: false })).rejects.toThrow("which asks for your password");
    // By its own button: server/customers/end-staff-two-factor.test.ts.
    const end = () =>
      inTransaction(administrator.em.fork(), (em) => saveWithoutStaffTwoFactor(em, administrator));
    await end();
    expect(await actorOf()).toMatchObject({ role: "administrator" });
    await expect(flip({ staffTwoFactor: true })).rejects.toThrow("Set up two-factor sign-in");
    const { id } = administrator.actor;
    await administrator.em.execute(
      "insert into passkey (user_id, name, credential_id, public_key) values (?, 'Key', 'key', 'none')",
      [id],
    );
    await flip({ staffTwoFactor: true });
    await administrator.em.execute("delete from passkey where user_id = ?", [id]);
    await end();
    await turnOnTwoFactor(administrator, administrator.actor);
    await flip({ staffTwoFactor: true });
    expect(await actorOf()).toMatchObject({ role: "administrator" });
    await endTwoFactorOf(administrator.actor.id);
    expect(await actorOf()).toMatchObject({ role: "customer" });
  },
  customerRegistration: async () => {
    const context = await flip({ customerRegistration: false });
    const person = { name: "Rhea", email: "rhea@example.com", username: "rhea-closed", password: "secret" };
    await expect(register(context, { ...person, emailOptIn: false })).toBeRefused("forbidden");
  },
  guestCheckout: async () => {
    expect(() => requireMayBuy(administrator)).not.toThrow();
    requireMayBuy(await payingContext());
    const context = await flip({ guestCheckout: false });
    expect(() => requireMayBuy(context)).toThrow("Please sign in to place an order.");
  },
  customerAccountCreation: async () => {
    const automatic = await buyTwo(await payingContext());
    expect(automatic.customer).not.toBeNull();
    expect(automatic.mail).toContain("set a password");
    const manual = await buyTwo(await flip({ customerAccountCreation: "manual" }));
    expect(manual.customer).toBeNull();
    expect(manual.mail).toContain("/register");
    const disabled = await buyTwo(await flip({ customerAccountCreation: "disabled" }));
    expect(disabled.customer).toBeNull();
    // The terms in the mail mention accounts in general.
    expect(disabled.mail).not.toMatch(/set a password|reset-password|\/register/);
  },

  collectionEnabled: async () => {
    expect(await slotsOf(await payingContext())).toEqual([]);
    expect((await slotsOf(await flip({ collectionEnabled: true }))).length).toBeGreaterThan(0);
  },
  collectionCapacity: async () => {
    const context = await flip({ collectionEnabled: true, collectionCapacity: 1 });
    const [slot = ""] = await slotsOf(context);
    const lines = [{ product: await makeProduct(context), quantity: 1 }];
    const { checkoutId } = await openCheckout(context, lines, {
      deliveryOption: "collection",
      collectionSlot: slot,
    });
    expect(await slotsOf(context)).not.toContain(slot);
    await closeCheckout(context, checkoutId, "cancelled");
    expect(await slotsOf(context)).toContain(slot);
  },
  collectionNoticeHours: async () => {
    const [first = ""] = await slotsOf(await flip({ collectionEnabled: true, collectionNoticeHours: 96 }));
    expect(Date.parse(first)).toBeGreaterThanOrEqual(Date.now() + 95 * 60 * 60 * 1000);
  },
  collectionClosures: async () => {
    const [before = ""] = await slotsOf(await flip({ collectionEnabled: true }));
    const day = shopDay(before);
    const closed = await slotsOf(await flip({ collectionEnabled: true, collectionClosures: day }));
    expect(closed.some((slot) => shopDay(slot) === day)).toBe(false);
  },
  stockManagement: async () => {
    expect((await buyTwo(await payingContext())).stock).toBe(8);
    const context = await flip({ stockManagement: false });
    expect((await buyTwo(context)).stock).toBe(10);
    expect(availabilityOf({ stockQuantity: 0 }, context.settings)).toMatchObject({
      canBuy: true,
      stockLine: "In Stock",
    });
  },
  lowStockThreshold: async () => {
    const seven = { stockQuantity: 7 };
    const before = await payingContext();
    expect(availabilityOf(seven, before.settings).lowStockLine).toBeNull();
    expect((await mailToStaff(before, 7)).text).not.toContain("Running low");
    const context = await flip({ lowStockThreshold: 7 });
    expect(availabilityOf(seven, context.settings).lowStockLine).toBe("Only 7 left");
    expect((await mailToStaff(context, 7)).text).toMatch(/Running low:\s+Counted Char, only 7 left/);
  },
  hideOutOfStock: async () => {
    await makeProduct(administrator, { name: "Sold out char", stockQuantity: 0 });
    expect(await catalogueNames(await payingContext())).toEqual(["Sold out char"]);
    expect(await catalogueNames(await flip({ hideOutOfStock: true }))).toEqual([]);
  },
  oneCardPerFamily: async () => {
    const sizes = [
      { name: "Fine char, large", packLabel: "25 kg", price: 9000 },
      { name: "Fine char, small", packLabel: "5 kg", price: 2000 },
    ];
    for (const size of sizes) await makeProduct(administrator, { ...size, family: "Fine char" });
    expect(await catalogueNames(await payingContext(), "fine char")).toEqual([
      "Fine char, large",
      "Fine char, small",
    ]);
    expect(await catalogueNames(await flip({ oneCardPerFamily: true }), "fine char")).toEqual([
      "Fine char, small",
    ]);
  },
  productReviews: async () => {
    expect(settingGuides.Products.find(({ name }) => name === "productReviews")?.label).toContain(
      "not in this version",
    );
  },
};

describe("the setting", () => {
  it.each(Object.entries(flips))("%s changes what the shop does", (_name, flipAndSee) => flipAndSee());
});

describe("every setting", () => {
  const all = settingsTabs.flatMap(fieldsOf);

  it("stands on exactly one tab", () => {
    expect(all.toSorted()).toEqual(Object.keys(flips).toSorted());
  });
});
