import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Product } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { orderSchema } from "#server/api/rest-shapes.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor, type RestResponse, withSandbox } from "#server/testing/rest-caller.ts";
import { orderPayload } from "#server/testing/rest-examples.ts";
import { GOOD_CARD, payIntent } from "#server/testing/sandbox.ts";

const payments = withSandbox();
/** Two at £20.00 and delivery of £10.99. */
const TOTAL = 50.99;

const product = await makeProduct(await testContext(), { name: "Premium", price: 2000 });

async function beginPayment(amount: number): Promise<{ clientSecret: string; transactionId: string }> {
  const { body } = await callRest("POST", "/api/create-payment-intent", { json: { amount } });
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(body);
  return { clientSecret, transactionId: clientSecret.replace(/_secret_.*/, "") };
}

async function paidPayment(amount: number): Promise<string> {
  const { clientSecret, transactionId } = await beginPayment(amount);
  await payIntent(clientSecret, GOOD_CARD);
  return transactionId;
}

function postOrder(changes: object, cookie?: string): Promise<RestResponse> {
  const { invoiceNumber: _made, ...payload } = orderPayload(product.id);
  return callRest("POST", "/api/orders", { cookie, json: { ...payload, ...changes } });
}

async function stock(): Promise<number> {
  return (await getOrm().em.fork().findOneOrFail(Product, product.id)).stockQuantity;
}

describe("POST /api/orders", () => {
  it("places the order that was paid for, once, and answers with its number again", async () => {
    const before = await stock();
    const transactionId = await paidPayment(TOTAL);
    const requested = `INV-${Date.now()}`;
    const first = await postOrder({ transactionId, invoiceNumber: requested });
    expect(first.status).toBe(201);
    const order = orderSchema.parse(first.body);
    expect(order).toMatchObject({
      invoiceNumber: requested,
      customerId: expect.anything(),
      customerName: "Gwen Guest",
      customerPhone: "01584 111 222",
      customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
      subtotal: 40,
      taxAmount: 8,
      shippingCost: 10.99,
      totalAmount: TOTAL,
      status: "processing",
      paymentMethod: "stripe",
      items: [{ productId: product.id, productName: "Premium", quantity: 2, price: 20 }],
    });

    // The whole order goes only to the client that sent it: a payment's number alone is no secret.
    const again = await postOrder({ transactionId });
    expect(again.status).toBe(200);
    const { id, invoiceNumber, status } = order;
    expect(again.body).toEqual({ id, invoiceNumber, status });
    expect(await stock()).toBe(before - 2);

    const listed = await callRest("GET", "/api/admin/orders?limit=1", {
      cookie: await cookieFor("shop_manager"),
    });
    expect(listed.body).toEqual([first.body]);
  });

  it.each(["nobody.example", "a@", "@b.example", "a b@c.example"])(
    "takes no order for the address %s",
    async (customerEmail) => {
      const { status, body } = await postOrder({ customerEmail });
      expect(status).toBe(422);
      expect(body).toMatchObject({ fields: { customerEmail: ["Please enter a valid email address"] } });
    },
  );
});

describe("POST /api/orders while the provider is out of reach", () => {
  it("answers 503 with Retry-After, and the order can be sent again", async () => {
    const transactionId = await paidPayment(TOTAL);
    await payments.stop();
    try {
      const { status, body, headers } = await postOrder({ transactionId });
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: "unavailable", message: expect.stringContaining("try again") });
      expect(headers.get("retry-after")).toMatch(/^\d+$/);
    } finally {
      await payments.restart();
    }
    expect((await postOrder({ transactionId })).status).toBe(201);
  });
});
