import { beforeAll, describe, expect, it } from "vitest";
import { Order, type Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { restOrder } from "#server/rest/rest-shapes.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { createIntentForAmount } from "#server/testing/provider-calls.ts";
import { GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { orderPayloadSchema } from "./orders.schema.ts";
import { placeOrder } from "./place-order.server.ts";

runTestSandbox();

let context: Context;
let product: Product;

beforeAll(async () => {
  context = await payingContext();
  product = await makeProduct(context, { price: 3000, stockQuantity: 100 });
});

/** Pays so much, and sends the order of one of the product. */
async function order(amount: number, changes: Record<string, unknown> = {}) {
  const shop = await payingContext();
  const { clientSecret } = await createIntentForAmount(shop, amount);
  await payIntent(clientSecret, GOOD_CARD);
  const payload = orderPayloadSchema.parse({
    customerName: "Sam Script",
    customerEmail: `sam-${clientSecret.slice(3, 12)}@example.com`,
    customerAddress: "1 Field, Hay",
    paymentMethod: "stripe",
    transactionId: clientSecret.split("_secret_")[0],
    items: [{ productId: product.id, quantity: 1 }],
    ...changes,
  });
  return (await placeOrder(shop, payload, null)).order;
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

    it("is still to be agreed abroad, which the saved rule asks nothing for", async () => {
      const before = await payingContext();
      const administrator = asUser(before, await makeUser(before, { role: "administrator" }));
      const save = async (countriesServed: string) => {
        const seenVersion = (await payingContext()).settings.version;
        await saveSettings(administrator, { tab: "Shipping", seenVersion, values: { countriesServed } });
      };
      await save("United Kingdom\nFrance");
      const placed = await order(3000, { shippingCountry: "France" });
      expect(await written(placed.id)).toMatchObject({ shippingCost: 0, deliveryToBeAgreed: true });
      const atHome = await order(3999);
      expect(await written(atHome.id)).toMatchObject({ deliveryToBeAgreed: false });
      await save("United Kingdom");
    });

    it("is priced with the option that it names, or the new total is told", async () => {
      expect((await order(4999, { deliveryOption: "express" })).delivery).toMatchObject({ id: "express" });
      await expect(order(3999, { deliveryOption: "express" })).rejects.toMatchObject({
        code: "conflict",
        extra: { expected: 49.99 },
      });
    });

    it("is refused where it is not offered, or the place is not served", async () => {
      await expect(order(3999, { deliveryOption: "drone" })).rejects.toMatchObject({
        code: "validation_failed",
        fields: { deliveryOption: ["There is no such delivery here. Choose standard or express."] },
      });
      await expect(order(3000, { postcode: "JE2 3AB" })).rejects.toMatchObject({ code: "validation_failed" });
      expect((await context.em.fork().find(Order, { shippingAddress: { postcode: "JE2 3AB" } })).length).toBe(
        0,
      );
    });
  });
});
