import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Payment } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { cartCookieHeader } from "#server/cart/read-cart.server.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import { makeCart, makeProduct, testContext } from "#server/testing/factories.ts";
import { callRest, withSandbox } from "#server/testing/rest-caller.ts";
import { cookieOf } from "#server/testing/users.ts";
import { watchWrites } from "#server/testing/watch-writes.ts";

const PATH = "/api/create-payment-intent";
const secretSchema = z.object({ clientSecret: z.string().regex(/^pi_\w+_secret_\w+$/) });
const payments = withSandbox();

const writes = await watchWrites();

function paymentIdIn(body: unknown): string {
  return secretSchema.parse(body).clientSecret.replace(/_secret_.*/, "");
}

describe("POST /api/create-payment-intent without a cart", () => {
  it("begins a payment of what is asked for, as a number or as a text", async () => {
    for (const [amount, pence] of [
      [30.99, 3099],
      ["30.99", 3099],
      ["5", 500],
      [0.3, 30],
      [19.99, 1999],
      [999_999.99, 99_999_999],
    ]) {
      const { status, body } = await callRest("POST", PATH, { json: { amount } });
      expect(status).toBe(200);
      const payment = await getOrm()
        .em.fork()
        .findOneOrFail(Payment, { providerPaymentId: paymentIdIn(body) });
      expect(payment.amount, String(amount)).toBe(pence);
    }
  });

  it("refuses what is no amount, and writes nothing", async () => {
    const before = await writes();
    const wrong = [
      0,
      0.29,
      -5,
      19.999,
      1_000_000,
      1e21,
      "",
      "abc",
      "£5",
      "1,50",
      "0x10",
      "1e2",
      "Infinity",
      " ",
    ];
    for (const amount of wrong) {
      const { status, body } = await callRest("POST", PATH, { json: { amount } });
      expect(status, String(amount)).toBe(422);
      expect(body).toMatchObject({ code: "validation_failed", fields: { amount: [expect.any(String)] } });
    }
    expect(await writes()).toBe(before);
  });
});

describe("POST /api/create-payment-intent with a cart whose checkout is under way", () => {
  const place = {
    name: "Gwen Guest",
    address: "1 Test Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
    country: "United Kingdom",
    countryCode: "GB",
  };

  async function cartBeingPaid(): Promise<string> {
    // The API reads the machine's clock, so the hold must start now.
    const context = await testContext({ clock: { now: () => new Date() } });
    const cartId = await makeCart(context, [
      { product: await makeProduct(context, { price: 2000 }), quantity: 1 },
    ]);
    await startCheckout(context, {
      cartId,
      paymentMethod: "stripe",
      details: {
        firstName: "Gwen",
        lastName: "Guest",
        customerName: place.name,
        customerEmail: "guest@example.com",
        customerPhone: "",
        customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
        billingAddress: place,
        shippingAddress: place,
        sameShipping: true,
      },
    });
    return cookieOf(await cartCookieHeader(context, cartId));
  }

  it("takes the amount that the shop charges, and keeps to one payment", async () => {
    const cookie = await cartBeingPaid();
    const first = await callRest("POST", PATH, { cookie, json: { amount: 30.99 } });
    const second = await callRest("POST", PATH, { cookie, json: { amount: "30.99" } });
    expect(first.status).toBe(200);
    expect(paymentIdIn(second.body)).toBe(paymentIdIn(first.body));
  });

  it("answers another amount with 409 and what is right", async () => {
    const cookie = await cartBeingPaid();
    const before = await writes();
    const { status, body } = await callRest("POST", PATH, { cookie, json: { amount: 20 } });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "conflict", expected: 30.99 });
    expect(await writes()).toBe(before);
  });

  it("pays no heed to a cart cookie that nobody signed", async () => {
    const cookie = `cart=${Buffer.from(JSON.stringify(randomUUID())).toString("base64")}.forged`;
    expect((await callRest("POST", PATH, { cookie, json: { amount: 20 } })).status).toBe(200);
  });
});

describe("POST /api/create-payment-intent when it cannot be done now", () => {
  it("answers 503 with Retry-After while the provider is out of reach", async () => {
    await payments.stop();
    try {
      const { status, body, headers } = await callRest("POST", PATH, { json: { amount: 5 } });
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: "unavailable" });
      expect(headers.get("retry-after")).toMatch(/^\d+$/);
    } finally {
      await payments.restart();
    }
  });
});
