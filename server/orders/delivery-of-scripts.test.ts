import { beforeAll, describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { restOrder } from "#server/api/rest-shapes.ts";
import { findOpenSlots } from "#server/checkout/hold-collection.server.ts";
import { locate } from "#server/pricing/delivery-zones.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { paidByScript, payingContext, scriptPayloadOf } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { placeOrder } from "./place-order.server.ts";
import { deliveryOfPayload } from "./price-script-order.server.ts";

await runTestSandbox();

const context = await payingContext();
const product = await makeProduct(context, { price: 3000, stockQuantity: 100 });

/** Pays so much, and sends the order of one of the product. */
async function order(amount: number, changes: Record<string, unknown> = {}) {
  const shop = await payingContext();
  const paymentId = await paidByScript(shop, amount);
  return (await placeOrder(shop, payloadOf(paymentId, changes), null)).order;
}

function payloadOf(paymentId: string, changes: Record<string, unknown>) {
  const items = [{ productId: product.id, quantity: 1 }];
  return scriptPayloadOf(paymentId, items, { customerAddress: "1 Field, Hay, HR3 5AA", ...changes });
}

const written = (id: number) => context.em.fork().findOneOrFail(Order, id);

describe("the delivery of a script's order", () => {
  it("is as specified until the Shipping tab is saved, and nothing is said of a choice", async () => {
    const placed = await order(4099, { deliveryOption: "standard", postcode: "hr35aa" });
    expect(restOrder(placed)).not.toHaveProperty("delivery");
    expect(await written(placed.id)).toMatchObject({
      delivery: null,
      customerAddress: "1 Field, Hay, HR3 5AA",
      shippingAddress: { postcode: "HR3 5AA" },
    });
  });

  it.each(["SY8 1AA", "BT1 1AA", "JE2 3AB", "GY1 1AA", "IM1 1AA", "GX11 1AA"])(
    "goes to the place of %s, as a shopper's does, wherever its postcode stands",
    (postcode) => {
      for (const place of [
        { customerAddress: `1 Quay, Town, ${postcode}, United Kingdom` },
        { customerAddress: `1 Quay, Town ${postcode}` },
        { customerAddress: "1 Quay, Town", postcode },
      ]) {
        const payload = payloadOf("pi_1_secret_2", place);
        const delivery = deliveryOfPayload(payload, context.settings);
        const { code, outward } = locate({ country: "United Kingdom", postcode });
        expect(locate(delivery)).toMatchObject({ code, outward });
      }
    },
  );

  describe("from then on", () => {
    beforeAll(async () => {
      const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
      await saveSettings(administrator, {
        tab: "Shipping",
        seenVersion: 0,
        values: { standardShippingCost: 9.99, expressShippingCost: 19.99, countriesServed: "United Kingdom" },
      });
    });

    it("is the standard one unless another is named, and is frozen with its price", async () => {
      const placed = await order(3999);
      expect(placed).toMatchObject({
        shippingCost: 999,
        delivery: { id: "standard", label: "Standard delivery", price: 999 },
      });
      expect(restOrder(placed)).toMatchObject({ delivery: { id: "standard", price: 9.99 } });
    });

    it("is priced with the option that it names, or the new total is told", async () => {
      expect((await order(4999, { deliveryOption: "express" })).delivery).toMatchObject({ id: "express" });
      await expect(order(3999, { deliveryOption: "express" })).toBeRefused("conflict", {
        extra: { expected: 49.99 },
      });
    });

    it("is refused where it is not offered, or the place is not served", async () => {
      await expect(order(3999, { deliveryOption: "drone" })).toBeRefused("validation_failed", {
        fields: { deliveryOption: ["There is no such delivery here. Choose standard or express."] },
      });
      await expect(order(3000, { postcode: "JE2 3AB" })).toBeRefused("validation_failed");
      expect((await context.em.fork().find(Order, { shippingAddress: { postcode: "JE2 3AB" } })).length).toBe(
        0,
      );
    });
  });
});

describe("the collection of a script's order", () => {
  const settings = { collectionEnabled: true, collectionCapacity: 1, collectionNoticeHours: 24 };
  const collecting = (slot: string | undefined) => ({ deliveryOption: "collection", collectionSlot: slot });
  let slots: string[];

  beforeAll(async () => {
    const { settings: before } = await payingContext();
    const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
    await saveSettings(administrator, { tab: "Shipping", seenVersion: before.version, values: settings });
    slots = await findOpenSlots(await payingContext(), null);
  });

  it("costs nothing, and has the place in the half hour that it names, however that is written", async () => {
    const placed = await order(3000, collecting(slots[0]?.replace(".000Z", "+00:00")));
    expect(placed).toMatchObject({
      shippingCost: 0,
      delivery: { id: "collection", price: 0, slot: slots[0] },
    });
    expect(await findOpenSlots(await payingContext(), null)).not.toContain(slots[0]);
  });

  it("is refused when somebody else has the last place, and can then name another half hour", async () => {
    const shop = await payingContext();
    const paymentId = await paidByScript(shop, 3000);
    const send = (slot: string | undefined) => placeOrder(shop, payloadOf(paymentId, collecting(slot)), null);
    await expect(send(slots[0])).toBeRefused("conflict", {
      fields: { collectionSlot: [expect.stringContaining("Somebody else has just taken")] },
    });
    expect((await send(slots[1])).order).toMatchObject({ delivery: { slot: slots[1] } });
  });

  it("needs a time at which the yard is open, and nothing else has one", async () => {
    const wrong = { code: "validation_failed", fields: { collectionSlot: [expect.any(String)] } };
    await expect(order(3000, collecting(undefined))).rejects.toMatchObject(wrong);
    await expect(order(3999, { collectionSlot: slots[3] })).rejects.toMatchObject(wrong);
    await expect(order(3000, collecting("2026-01-01T03:00:00Z"))).toBeRefused("conflict", {
      fields: { collectionSlot: ["Please choose a time at which we are open for collection."] },
    });
  });
});
