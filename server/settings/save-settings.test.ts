import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntry, Checkout, Payment, StoreSetting } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { makePayment } from "#server/testing/ledger.ts";
import { messageAfter, postForm } from "#server/testing/post-form.ts";
import { shippedStatements } from "./claims.ts";
import { findSettings, readSettings } from "./read-settings.server.ts";
import { revertSettings, saveSettings, saveSomeSettings } from "./save-settings.server.ts";
import { asText, settingGuides } from "./setting-guides.ts";
import { settingsTabs } from "./settings-tabs.ts";
import { defaultSettings, storeSettingsSchema } from "./store-settings.ts";

let context: Context;

beforeEach(async () => {
  const visitor = await testContext();
  await visitor.em.fork().nativeDelete(StoreSetting, {});
  await visitor.em.execute("truncate customer_order, payment cascade");
  const anna = await makeUser(visitor, { role: "administrator", name: "Anna Admin" });
  context = asUser(visitor, anna);
});

const saved = () => readSettings(context.em.fork());

describe("saving a tab", () => {
  it("is in force for the next request, with the other fields of the tab as they were", async () => {
    await saveSettings(context, { tab: "Tax", seenVersion: 0, values: { taxLabel: "GST" } });
    expect(await saved()).toMatchObject({ taxLabel: "GST", taxRate: 0.2, savedTabs: ["Tax"], version: 1 });
  });

  it("leaves tabs that nobody saved on the built-in values", async () => {
    await saveSettings(context, { tab: "Tax", seenVersion: 0, values: { taxLabel: "GST" } });
    const row = await context.em.fork().findOneOrFail(StoreSetting, 1);
    expect(Object.keys(row.values).sort()).toEqual([
      "taxEnabled",
      "taxIncludedInPrices",
      "taxLabel",
      "taxRate",
      "zeroRateExports",
    ]);
  });

  it("is refused when somebody saved the same tab after it was opened, and says who", async () => {
    await saveSettings(context, { tab: "Tax", seenVersion: 0, values: { taxLabel: "GST" } });
    const late = saveSettings(context, { tab: "Tax", seenVersion: 0, values: { taxLabel: "Sales tax" } });
    await expect(late).toBeRefused("conflict", {
      message: expect.stringMatching(
        /^Anna Admin saved this tab on 2 March 2026 at 12:00, after you opened it/,
      ),
    });
    expect(await saved()).toMatchObject({ taxLabel: "GST" });
  });

  it("goes through when somebody saved another tab meanwhile", async () => {
    await saveSettings(context, { tab: "Tax", seenVersion: 0, values: { taxLabel: "GST" } });
    await saveSettings(context, { tab: "Orders", seenVersion: 0, values: { orderNumberPrefix: "BIO" } });
    expect(await saved()).toMatchObject({ taxLabel: "GST", orderNumberPrefix: "BIO", version: 2 });
  });

  it("lets exactly one of ten who save at once through", async () => {
    const tries = Array.from({ length: 10 }, (_, index) =>
      saveSettings(
        { ...context, em: context.em.fork() },
        { tab: "General", seenVersion: 0, values: { storePhone: `0${index}` } },
      ),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("takes no field of another tab", async () => {
    const misplaced = saveSettings(context, {
      tab: "Tax",
      seenVersion: 0,
      values: { storeName: "Elsewhere" },
    });
    await expect(misplaced).toBeRefused("validation_failed");
  });

  it("writes down who changed what, and nothing when nothing changed", async () => {
    const entries = () =>
      context.em.fork().find(AuditEntry, { area: "settings" }, { orderBy: { id: "desc" } });
    const before = (await entries()).length;
    await saveSettings(context, { tab: "Tax", seenVersion: 0, values: { taxLabel: "GST" } });
    await saveSettings(context, { tab: "Tax", seenVersion: 1, values: { taxLabel: "GST" } });
    const written = await entries();
    expect(written).toHaveLength(before + 1);
    expect(written[0]).toMatchObject({
      actorName: "Anna Admin",
      action: "saved",
      subjectId: "Tax",
      before: { taxLabel: "VAT" },
      after: { taxLabel: "GST" },
    });
  });

  it("of a tab that was saved, as it is, is no save: nobody else's is overtaken by it", async () => {
    await saveSettings(context, {
      tab: "General",
      seenVersion: 0,
      values: { storeAddress: "1 Yard\nLudlow" },
    });
    const em = context.em.fork();
    const before = await em.execute("select * from store_setting");
    const values = { storeAddress: "1 Yard\r\nLudlow", storeName: "Oxbow Biochar " };
    await saveSettings(context, { tab: "General", seenVersion: 1, values });
    expect(await em.execute("select * from store_setting")).toEqual(before);
  });

  it("tells the screen who saved it and when", async () => {
    await saveSettings(context, { tab: "Tax", seenVersion: 0, values: {} });
    const { tabs } = await findSettings(context);
    expect(tabs.Tax).toEqual({ version: 1, saved: { by: "Anna Admin", at: "2026-03-02T12:00:00.000Z" } });
    expect(tabs.General).toEqual({ version: 0, saved: null });
  });
});

describe("settings of any tabs, as REST saves them", () => {
  it("count only the tabs of what changes as saved, so that the built-in delivery rule stays", async () => {
    await saveSomeSettings(context, { values: { ...defaultSettings, storeName: "Ludlow Biochar" } });
    expect(await saved()).toMatchObject({ storeName: "Ludlow Biochar", savedTabs: ["General"] });
  });

  it("are refused when anything was saved after the version that was read", async () => {
    await saveSomeSettings(context, { values: { taxLabel: "GST" }, seenVersion: 0 });
    await expect(saveSomeSettings(context, { values: { taxLabel: "Tax" }, seenVersion: 0 })).toBeRefused(
      "conflict",
    );
    await saveSomeSettings(context, { values: { taxLabel: "Tax" }, seenVersion: 1 });
    expect(await saved()).toMatchObject({ taxLabel: "Tax" });
  });
});

describe("what may be saved", () => {
  it.each([
    ["storeName", "", "Store name is required"],
    ["storeAddress", " ", "Store address is required"],
    ["storeEmail", "nowhere", "Valid email required"],
    ["currency", "XXX", "Currency is required"],
    ["exchangeRate", -0.1, "Rate must not be below 0"],
    ["exchangeRate", 0.12345678, "Use at most 6 decimals"],
    ["exchangeRateDay", "yesterday", "Enter a day, such as 2026-11-23"],
    ["taxRate", 1.01, "Tax rate must be between 0 and 1"],
    ["taxRate", -0.1, "Tax rate must be between 0 and 1"],
    ["taxLabel", "", "Tax label is required"],
    ["freeShippingThreshold", -1, "Amount must not be below 0"],
    ["standardShippingCost", -0.01, "Amount must not be below 0"],
    ["expressShippingCost", 9.999, "Please use at most two decimals, such as 9.99"],
    ["deliveryTariff", "a line", "The first line names the columns: zone;places;parcel;half pallet"],
    [
      "deliveryTariff",
      "zone;places;parcel\nUK;United Kingdom;5\nNowhere;XX1;x",
      "Line 3, places: No area of postcodes and no country: XX1. Line 3, parcel: “x” is no price such as 12.50",
    ],
    ["lowStockThreshold", -1, "Low stock threshold must not be below 0"],
    ["orderNotificationEmail", "nowhere", "Valid email required"],
    ["orderNumberPrefix", "A B", "Prefix must be 1 to 10 letters or digits"],
    ["facebookUrl", "javascript:alert(1)", "Please enter a full address that begins with https://"],
    ["storeName", "Two\nlines", "Please use letters, digits and punctuation only"],
  ] as const)("%s %j is refused: %s", (name, value, message) => {
    const parsed = storeSettingsSchema.shape[name].safeParse(value);
    expect(parsed.error?.issues[0]?.message).toBe(message);
  });

  it("is every default", () => {
    expect(storeSettingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
  });
});

describe("the form of a tab", () => {
  const save = (fields: Record<string, string>) => messageAfter(saveSettings, context, fields);

  it("saves what is ticked and what is not", async () => {
    const change = await save({
      tab: "Customers",
      seenVersion: "0",
      guestCheckout: "on",
      customerAccountCreation: "manual",
    });
    expect(change).toMatchObject({ kind: "success", title: "Settings updated" });
    expect(await saved()).toMatchObject({
      customerRegistration: false,
      guestCheckout: true,
      customerAccountCreation: "manual",
    });
  });

  it("parses amounts and rates as typed", async () => {
    await save({
      tab: "Shipping",
      seenVersion: "0",
      shippingEnabled: "on",
      shippingCalculationType: "flat",
      standardShippingCost: "4.50",
      freeShippingThreshold: "60",
      expressShippingCost: "0",
      dispatchPromise: "within 2 working days",
      latestDeliveryDays: "30",
      collectionCapacity: "2",
      collectionNoticeHours: "24",
    });
    expect(await saved()).toMatchObject({ standardShippingCost: 4.5, freeShippingThreshold: 60 });
  });

  it("is refused with the fields at fault", async () => {
    const wrong = { tab: "Tax", seenVersion: "0", taxRate: "20", taxLabel: "" };
    await expect(save(wrong)).toBeRefused("validation_failed", {
      fields: { taxRate: ["Tax rate must be between 0 and 1"], taxLabel: ["Tax label is required"] },
    });
  });

  it("is refused when somebody else saved first", async () => {
    await saveSettings(context, { tab: "Orders", seenVersion: 0, values: { orderNumberPrefix: "BIO" } });
    const late = save({
      tab: "Orders",
      seenVersion: "0",
      orderNumberPrefix: "MINE",
      orderStatusAfterPayment: "pending",
    });
    await expect(late).toBeRefused("conflict", { message: expect.stringContaining("Anna Admin") });
  });

  it.each(settingsTabs)("sends %s back unchanged as it is shown", async (tab) => {
    const fields: Record<string, string> = { tab, seenVersion: "0" };
    for (const { name, kind } of settingGuides[tab]) {
      const value = defaultSettings[name];
      if (kind === "switch" && value === false) continue;
      fields[name] = kind === "switch" ? "on" : asText(value, kind);
    }
    await save(fields);
    const { savedTabs, tabSaves, version, takesRealMoney, ...values } = await saved();
    expect(values).toEqual({ ...defaultSettings, ...shippedStatements });
  });
});

describe("another currency", () => {
  const euros = { currency: "EUR", exchangeRate: 0.85, exchangeRateDay: "2026-11-20" } as const;

  it("asks first, with what becomes of the prices, and saves nothing until it is confirmed", async () => {
    await expect(saveSomeSettings(context, { values: { ...euros, taxLabel: "GST" } })).toBeRefused(
      "validation_failed",
      {
        fields: {
          confirmedCurrency: [expect.stringContaining("The numbers of all prices stay as they are")],
        },
      },
    );
    expect(await saved()).toMatchObject({ currency: "GBP", taxLabel: "VAT" });
    await expect(saveSomeSettings(context, { values: euros, confirmedCurrency: "USD" })).toBeRefused(
      "validation_failed",
    );
    await saveSomeSettings(context, { values: euros, confirmedCurrency: "EUR" });
    expect(await saved()).toMatchObject(euros);
  });

  it("needs a rate for its VAT papers, and the day of it, which stay once they are there", async () => {
    const bare = { currency: "EUR", exchangeRate: 0, exchangeRateDay: "" } as const;
    await expect(saveSomeSettings(context, { values: bare, confirmedCurrency: "EUR" })).rejects.toMatchObject(
      {
        fields: {
          exchangeRate: ["Enter how many pounds one euro is: VAT papers show it."],
          exchangeRateDay: ["Enter the day that the rate is of: VAT papers show it."],
        },
      },
    );
    await saveSomeSettings(context, { values: euros, confirmedCurrency: "EUR" });
    await expect(saveSomeSettings(context, { values: { exchangeRate: 0 } })).toBeRefused("validation_failed");
  });

  it.each([
    ["an order", () => makeOrder(context)],
    [
      "a payment that is under way",
      async () => {
        const { id } = await makePayment(context, { amount: 0 });
        await context.em.fork().nativeUpdate(Payment, { id }, { status: "created" });
      },
    ],
    [
      "a card that was refused and may be tried again",
      async () => {
        const { id, checkout } = await makePayment(context, { amount: 0 });
        await context.em.fork().nativeUpdate(Payment, { id }, { status: "failed" });
        await context.em.fork().nativeUpdate(Checkout, checkout.id, { status: "paying" });
      },
    ],
    ["money that came, though it bought nothing", () => makePayment(context)],
  ])("is refused for good from %s on, and the screen knows it", async (_, make) => {
    expect(await findSettings(context)).toMatchObject({ currencyIsFixed: false });
    await make();
    expect(await findSettings(context)).toMatchObject({ currencyIsFixed: true });
    await expect(saveSomeSettings(context, { values: euros, confirmedCurrency: "EUR" })).toBeRefused(
      "conflict",
      { fields: { currency: [expect.stringContaining("fixed")] } },
    );
    await saveSomeSettings(context, { values: { currency: "GBP", storeName: "Char" } });
    expect(await saved()).toMatchObject({ currency: "GBP", storeName: "Char" });
  });

  it("is not taken back from the audit, which would not ask", async () => {
    await saveSettings(context, { tab: "General", seenVersion: 0, values: euros, confirmedCurrency: "EUR" });
    const change = {
      id: 1,
      at: "2026-11-23T12:00:00.000Z",
      actorName: "Anna Admin",
      area: "settings",
      action: "saved",
      subjectId: "General",
      subjectName: "General settings",
      before: { currency: "GBP" },
      after: { currency: "EUR" },
      currency: "eur",
      revertOf: null,
      revertedBy: null,
    } as const;
    await expect(revertSettings(context, change)).toBeRefused("conflict");
    expect((await saved()).currency).toBe("EUR");
  });

  it("is confirmed by a second submit of the form", async () => {
    const form = new FormData();
    for (const { name, kind } of settingGuides.General) {
      const value = { ...defaultSettings, ...euros, storePhone: "01584 111 111" }[name];
      if (kind !== "switch") form.set(name, asText(value, kind));
      else if (value === true) form.set(name, "on");
    }
    form.set("tab", "General");
    form.set("seenVersion", "0");
    await expect(postForm(context, "settings.save", form)).rejects.toMatchObject({
      fields: { confirmedCurrency: [expect.stringContaining("The numbers of all prices stay as they are")] },
    });
    expect((await saved()).currency).toBe("GBP");
    form.set("confirmedCurrency", "EUR");
    await postForm(context, "settings.save", form);
    expect(await saved()).toMatchObject({ ...euros, storePhone: "01584 111 111" });
  });
});
