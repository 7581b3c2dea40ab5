import { describe, expect, it } from "vitest";
import { z } from "zod";
import { orderSchema } from "#server/api/rest-shapes.ts";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";

const list = z.array(orderSchema);
const stats = z.object({ totalOrders: z.number(), totalRevenue: z.number() });

const cookie = await cookieFor("administrator");

describe("GET /api/admin/orders", () => {
  it("gives every field that scripts know, in pounds and UTC", async () => {
    const context = await testContext();
    const customer = await makeUser(context, { name: "Casey" });
    const product = await makeProduct(context, { name: "Premium", price: 1999 });
    const order = await makeOrder(context, {
      customer,
      createdAt: new Date("2030-05-01T08:15:00Z"),
      lines: [{ product, quantity: 2 }],
    });
    const { body } = await callRest("GET", "/api/admin/orders?limit=1", { cookie });
    const [first] = list.parse(body);
    expect(first).toMatchObject({
      id: order.id,
      invoiceNumber: order.invoiceNumber,
      customerId: customer.id,
      customerEmail: order.customerEmail,
      customerAddress: order.customerAddress,
      subtotal: 39.98,
      totalAmount: order.totalAmount / 100,
      status: order.status,
      items: [{ productId: product.id, productName: "Premium", quantity: 2, price: 19.99 }],
    });
    expect(new Date(first?.createdAt ?? "").toISOString()).toBe("2030-05-01T08:15:00.000Z");
  });

  it("walks all orders, newest first and each once, also those of one moment", async () => {
    const context = await testContext();
    const createdAt = new Date("2031-01-01T00:00:00Z");
    for (let made = 0; made < 5; made += 1) await makeOrder(context, { createdAt });
    const all = list.parse((await callRest("GET", "/api/admin/orders?limit=200", { cookie })).body);
    const walked: number[] = [];
    let path: string | undefined = "/api/admin/orders?limit=2";
    while (path) {
      const { body, headers }: { body: unknown; headers: Headers } = await callRest("GET", path, { cookie });
      walked.push(...list.parse(body).map(({ id }) => id));
      path = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(walked).toEqual(all.map(({ id }) => id));
  });
});

describe("GET /api/admin/stats", () => {
  it("gives the figures of the dashboard, in pounds", async () => {
    const context = await testContext();
    const before = stats.parse((await callRest("GET", "/api/admin/stats", { cookie })).body);
    const product = await makeProduct(context, { price: 1999 });
    await makeOrder(context, {
      createdAt: new Date("2030-05-01T08:15:00Z"),
      lines: [{ product, quantity: 1 }],
    });
    const after = stats.parse((await callRest("GET", "/api/admin/stats", { cookie })).body);
    expect(after.totalOrders).toBe(before.totalOrders + 1);
    expect(after.totalRevenue).toBeCloseTo(before.totalRevenue + 19.99, 2);
  });
});
