import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Order, Product } from "#db/entities/index.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor, withSandbox } from "#server/testing/rest-caller.ts";

withSandbox();
const headers = { Cookie: (await cookieFor("shop_manager")) ?? "" };

/** Five at £30.00, paid in cash, with £10.99 for the delivery. */
async function soldOrder() {
  const context = await testContext();
  const product = await makeProduct(context, { price: 3000, stockQuantity: 5 });
  const { id } = await makeOrder(context, { lines: [{ product, quantity: 5 }] });
  await context.em.fork().nativeUpdate(Order, id, {
    ...{ paymentMethod: "cash", transactionId: null, shippingCost: 1099, totalAmount: 16_099 },
  });
  const path = `/api/admin/orders/${id}`;
  const units = (quantity: number, backIntoStock = false) => [
    { productId: product.id, quantity, backIntoStock },
  ];
  return {
    path,
    units,
    post: (what: string, json: object, more: object = {}) =>
      callRest("POST", `${path}/${what}`, { headers: { ...headers, ...more }, json }),
    stock: async () => (await context.em.fork().findOneOrFail(Product, product.id)).stockQuantity,
  };
}

describe("an order after its sale, for scripts", () => {
  it("says what happened to each unit, and what was paid", async () => {
    const { path, post, units, stock } = await soldOrder();
    await post("parcels", {
      carrier: "DPD",
      number: "D1",
      lines: [{ productId: units(1)[0]?.productId, quantity: 2 }],
    });
    await post("returns", { lines: units(1, true) });
    expect(await stock()).toBe(6);
    const refunded = await post("refunds", { lines: units(1), delivery: 5, reason: "Came back" });
    expect(refunded).toMatchObject({ status: 201, body: { refunded: 35 } });
    const cancelled = await post("cancel", { reason: "Sold out", backIntoStock: true });
    expect(cancelled).toMatchObject({ status: 201, body: { status: "completed" } });
    expect(await stock()).toBe(9);
    const { body } = await callRest("GET", path, { headers });
    expect(body).toMatchObject({
      ...{ paid: 160.99, refunded: 35, toPay: 0, status: "completed" },
      lines: [{ quantity: 5, cancelled: 3, left: 2, cameBack: 1, credited: 1, toSend: 0 }],
    });
  });

  it("is refunded once under one Idempotency-Key, and never a unit twice", async () => {
    const { post, units } = await soldOrder();
    const once = { "Idempotency-Key": randomUUID() };
    const first = await post("refunds", { lines: units(3), reason: "Broken" }, once);
    const again = await post("refunds", { lines: units(3), reason: "Broken" }, once);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toMatchObject({ refunded: 90, lines: [{ credited: 3, cancelled: 3, toSend: 2 }] });
    expect(await post("refunds", { lines: units(3), reason: "Broken" })).toMatchObject({ status: 422 });
    expect(await post("refunds", { reason: "Nothing" })).toMatchObject({ status: 422 });
    expect(await post("refunds", { amount: 100, reason: "Too much" })).toMatchObject({ status: 422 });
  });

  it("is refunded as its body says, once its Idempotency-Key is forgotten", async () => {
    const { post } = await soldOrder();
    const once = { "Idempotency-Key": randomUUID() };
    const refund = async (amount: number) => {
      const { body } = await post("refunds", { amount, reason: "Broken" }, once);
      await (await testContext()).em.fork().execute("delete from idempotent_request");
      return body;
    };
    expect(await refund(10)).toMatchObject({ refunded: 10 });
    expect(await refund(10)).toMatchObject({ refunded: 10 });
    expect(await refund(20)).toMatchObject({ refunded: 30 });
  });

  it("names in a refusal the fields of the body", async () => {
    const { post, units } = await soldOrder();
    const wrong: [what: string, field: string, body: object][] = [
      ["refunds", "lines", { lines: units(6), reason: "More than were sold" }],
      ["refunds", "delivery", { delivery: 11, reason: "More than was charged" }],
      ["refunds", "amount", { amount: 161, reason: "More than was paid" }],
      ["returns", "lines", { lines: units(1) }],
    ];
    for (const [what, field, body] of wrong) {
      const refused = await post(what, body);
      expect(refused.status).toBe(422);
      expect(Object.keys(Object(refused.body).fields ?? {}), what).toEqual([field]);
    }
  });

  it("is handed over as a whole, and returned no further than it left", async () => {
    const { post, units } = await soldOrder();
    expect(await post("hand-over", {})).toMatchObject({
      status: 201,
      body: { status: "completed", lines: [{ left: 5, toSend: 0 }] },
    });
    expect(await post("hand-over", {})).toMatchObject({ status: 409 });
    expect(await post("returns", { lines: units(6) })).toMatchObject({ status: 422 });
    expect(await post("cancel", { reason: "Too late" })).toMatchObject({ status: 409 });
  });
});
