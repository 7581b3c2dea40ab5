import { describe, expect, it } from "vitest";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { statementsOf } from "#server/testing/watch-writes.ts";
import { findOrder, listRecentOrders } from "./order-views.server.ts";

const context = await testContext();
const customer = await makeUser(context, { name: "Casey" });
const manager = await makeUser(context, { role: "shop_manager" });
const [first, second] = [
  await makeProduct(context, { name: "First", price: 1000 }),
  await makeProduct(context, { name: "Second", price: 550 }),
];
const order = await makeOrder(context, {
  customer,
  createdAt: new Date("2026-03-01T09:30:15.250Z"),
  lines: [
    { product: first, quantity: 2 },
    { product: second, quantity: 1 },
  ],
});

describe("the newest orders", () => {
  it("come newest first, as many as asked for", async () => {
    const context = await testContext();
    for (const day of ["2030-01-03", "2030-01-01", "2030-01-02"]) {
      await makeOrder(context, { createdAt: new Date(day) });
    }
    const orders = await listRecentOrders(asUser(context, manager), 3);
    expect(orders.map(({ createdAt }) => createdAt.slice(0, 10))).toEqual([
      "2030-01-03",
      "2030-01-02",
      "2030-01-01",
    ]);
  });

  it("go on behind an order of the list, also where several were placed in the same moment", async () => {
    const context = asUser(await testContext(), manager);
    const placed = [];
    for (let made = 0; made < 3; made += 1) {
      placed.push((await makeOrder(context, { createdAt: new Date("2031-05-05T05:05:05Z") })).id);
    }
    const [first] = await listRecentOrders(context, 1);
    const rest = await listRecentOrders(context, 2, first?.id);
    expect([first, ...rest].map((found) => found?.id)).toEqual(placed.reverse());
    expect(await listRecentOrders(context, 2, 99_999_999)).toEqual([]);
  });

  it("cost one query however many there are", async () => {
    const context = asUser(await testContext(), manager);
    expect(await statementsOf(() => listRecentOrders(context, 10))).toHaveLength(1);
  });
});

describe("one order", () => {
  it("is a plain object with pence, an ISO date and its items", async () => {
    const view = await findOrder(asUser(await testContext(), manager), order.id);
    expect(view).toMatchObject({
      id: order.id,
      invoiceNumber: order.invoiceNumber,
      customerId: customer.id,
      customerName: "Casey",
      totalAmount: 2550,
      status: "processing",
      createdAt: "2026-03-01T09:30:15.250Z",
      items: [
        { productName: "First", quantity: 2, price: 1000 },
        { productName: "Second", quantity: 1, price: 550 },
      ],
    });
    expect(Object.getPrototypeOf(view)).toBe(Object.prototype);
  });

  it("is not found by another customer, who learns nothing more than from a number never given", async () => {
    const context = asUser(await testContext(), await makeUser(await testContext()));
    const notFound = { code: "not_found", message: "Order not found" };
    await expect(findOrder(context, order.id)).rejects.toMatchObject(notFound);
    await expect(findOrder(context, 99_999_999)).rejects.toMatchObject(notFound);
  });

  it("is not found by a number the database cannot hold", async () => {
    const context = asUser(await testContext(), manager);
    for (const id of [0, -1, 1.5, 2 ** 40, Number.NaN]) {
      await expect(findOrder(context, id)).toBeRefused("not_found");
    }
  });
});
