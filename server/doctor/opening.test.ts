import { beforeEach, describe, expect, it } from "vitest";
import { Payment, ProviderEvent } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { readSettings } from "#server/settings/read-settings.server.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";
import { forgetAllMoney, makePaidOrder, makeRefund } from "#server/testing/ledger.ts";
import { postForm } from "#server/testing/post-form.ts";
import { findOpening } from "./opening.server.ts";
import { openStepOf } from "./opening-steps.ts";

let administrator: Context;

beforeEach(async () => {
  const context = await testContext();
  await context.em.execute("delete from store_setting");
  administrator = asUser(context, await makeUser(context, { role: "administrator" }));
});

/** As the next request of the administrator sees it. */
async function nextRequest(): Promise<Context> {
  const em = administrator.em.fork();
  return { ...administrator, em, settings: await readSettings(em) };
}

/** Posts the form of a step, in which the version that is saved was seen. */
async function post(command: `opening.${string}`, fields: Record<string, string>) {
  const context = await nextRequest();
  return postForm(context, command, { seenVersion: String(context.settings.version), ...fields });
}

const saveSettings = (fields: Record<string, string>) => post("opening.saveSettings", fields);

async function openGaps(step: string): Promise<string[]> {
  const { steps } = await findOpening(await nextRequest());
  return steps.find(({ key }) => key === step)?.items.map(({ key }) => key) ?? [];
}

const company = {
  step: "company",
  storeName: "Ludlow Char",
  storeAddress: "1 Real Street, Ludlow",
  storePhone: "01584 123456",
  storeEmail: "shop@ludlow.example",
  companyNumber: "01234567",
  registeredOffice: "1 Real Street, Ludlow",
  vatNumber: "GB123456789",
};

const delivery = {
  step: "delivery",
  shippingEnabled: "on",
  shippingCalculationType: "flat",
  standardShippingCost: "9.99",
  freeShippingThreshold: "100",
  expressShippingCost: "19.99",
  dispatchPromise: "within 2 working days",
  latestDeliveryDays: "30",
};

describe("the opening page", () => {
  it("shows every gap in a step, and opens the first that is not done", async () => {
    const { steps } = await findOpening(await nextRequest());
    expect(steps.map(({ key }) => key)).toContain("company");
    expect(openStepOf(steps, null)).toBe("company");
    expect(openStepOf(steps, "mail")).toBe("mail");
    expect(openStepOf(steps, "nonsense")).toBe("company");
    expect(
      openStepOf(
        steps.map((step) => ({ ...step, items: [] })),
        null,
      ),
    ).toBeNull();
  });

  it("says who the shop is with the same settings as the general tab", async () => {
    expect(await openGaps("company")).toEqual(["vat-number", "company", "contact"]);
    await saveSettings(company);
    expect(await openGaps("company")).toEqual([]);
    expect((await nextRequest()).settings).toMatchObject({
      storeName: "Ludlow Char",
      companyNumber: "01234567",
      openingHoursSunday: "closed",
      savedTabs: ["General"],
    });
  });

  it("keeps what was typed beside the error, and writes nothing", async () => {
    await expect(saveSettings({ ...company, storeEmail: "nobody" })).toBeRefused("validation_failed", {
      fields: { storeEmail: ["Valid email required"] },
    });
    expect((await nextRequest()).settings.savedTabs).toEqual([]);
  });

  it("overwrites nothing that somebody saved meanwhile", async () => {
    await saveSettings(company);
    const late = saveSettings({ ...company, storeName: "Late", seenVersion: "0" });
    await expect(late).toBeRefused("conflict");
    expect((await nextRequest()).settings.storeName).toBe("Ludlow Char");
  });

  it("counts delivery as settled once it was saved, also with the values that it had", async () => {
    expect(await openGaps("delivery")).toContain("delivery");
    await saveSettings(delivery);
    expect(await openGaps("delivery")).not.toContain("delivery");
    expect((await nextRequest()).settings.savedTabs).toEqual(["Shipping"]);
  });

  it.each([
    ["yes", { taxEnabled: true, taxIncludedInPrices: true }],
    ["not_registered", { taxEnabled: false, taxIncludedInPrices: false }],
  ])("asks whether prices include VAT: %s", async (pricesIncludeVat, expected) => {
    expect(await openGaps("vat")).toEqual(["vat-line"]);
    await post("opening.answerVat", { pricesIncludeVat });
    expect(await openGaps("vat")).toEqual([]);
    expect((await nextRequest()).settings).toMatchObject(expected);
  });

  it("takes no answer for none", async () => {
    await expect(post("opening.answerVat", {})).rejects.toMatchObject({
      fields: { pricesIncludeVat: ["Please choose one of the answers"] },
    });
    expect(await openGaps("vat")).toEqual(["vat-line"]);
  });

  it("has a text read again once it says something else, and by whom it was read", async () => {
    const readingOf = async (path: string) =>
      (await findOpening(await nextRequest())).texts.find((text) => text.path === path);
    await administrator.em.execute("delete from shop_opening");
    expect(await readingOf("/returns")).toMatchObject({ mark: null, isCurrent: false });
    await saveSettings(delivery);
    for (const path of ["/terms", "/returns"]) await post("opening.markRead", { path });
    expect(await readingOf("/returns")).toMatchObject({ isCurrent: true });
    await saveSettings({ ...delivery, bulkReturns: "We collect bulk bags." });
    expect(await readingOf("/returns")).toMatchObject({ mark: { by: expect.any(String) }, isCurrent: false });
    expect(await readingOf("/terms")).toMatchObject({ isCurrent: true });
    await post("opening.markRead", { path: "/returns" });
    expect(await readingOf("/returns")).toMatchObject({ isCurrent: true });
  });

  describe("the first order", () => {
    beforeEach(async () => {
      await forgetAllMoney(administrator);
      await administrator.em
        .fork()
        .execute("delete from provider_event; delete from demo_record; delete from shop_opening");
    });

    it.each([
      ["a part of it went back", 100, "succeeded" as const],
      ["all of it went back: its payment is a refunded one then", 2000, "refunded" as const],
    ])("counts once %s", async (_, amount, status) => {
      expect(await openGaps("first-order")).toEqual(["first-order"]);
      const { payment } = await makePaidOrder(administrator, { amount: 2000 });
      expect(await openGaps("first-order")).toEqual(["first-order"]);
      await makeRefund(administrator, payment, amount);
      await administrator.em.fork().nativeUpdate(Payment, payment.id, { status });
      expect(await openGaps("first-order")).toEqual([]);
    });

    it("does not count while its refund is under way, nor where the demo or a test payment made it", async () => {
      const { payment } = await makePaidOrder(administrator, {});
      await makeRefund(administrator, payment, 2000, { status: "pending" });
      expect(await openGaps("first-order")).toEqual(["first-order"]);
      const demo = await makePaidOrder(administrator, {});
      await makeRefund(administrator, demo.payment, 2000);
      await administrator.em
        .fork()
        .execute("insert into demo_record (table_name, record_id) values ('payment', ?)", [
          String(demo.payment.id),
        ]);
      expect(await openGaps("first-order")).toEqual(["first-order"]);
      const test = await makePaidOrder(administrator, {});
      await makeRefund(administrator, test.payment, 2000);
      await administrator.em.fork().insert(ProviderEvent, {
        provider: "stripe",
        eventId: "evt_of_a_test",
        type: "payment_intent.succeeded",
        payload: { livemode: false, data: { object: { id: test.payment.providerPaymentId } } },
      });
      expect(await openGaps("first-order")).toEqual(["first-order"]);
    });
  });

  it("is for administrators only", async () => {
    const manager = asUser(administrator, await makeUser(administrator, { role: "shop_manager" }));
    await expect(findOpening(manager)).rejects.toThrow("permission");
    await expect(postForm(manager, "opening.answerVat", {})).rejects.toThrow("permission");
  });
});
