import { describe, expect, it } from "vitest";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { statementsOf } from "#server/testing/watch-writes.ts";
import { findOrder, listRecentOrders } from "./order-views.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

describe("the newest orders", () => {
  it("come newest first, as many as asked for", async () => {
    for (const day of ["2030-01-03", "2030-01-01", "2030-01-02"]) {
      await makeOrder(context, { createdAt: new Date(day) });
    }
    const orders = await listRecentOrders(manager, 3);
    expect(orders.map(({ createdAt }) => createdAt.slice(0, 10))).toEqual([
      "2030-01-03",
      "2030-01-02",
      "2030-01-01",
    ]);
    expect(await listRecentOrders(manager, 2, 99_999_999)).toEqual([]);
  });

  it("cost one query however many there are", async () => {
    expect(await statementsOf(() => listRecentOrders(manager, 10))).toHaveLength(1);
  });
});

describe("one order", () => {
  it("is not found by another customer, who learns nothing more than from a number never given", async () => {
    const order = await makeOrder(context, { customer: await makeUser(context) });
    const another = asUser(context, await makeUser(context));
    const notFound = { code: "not_found", message: "Order not found" };
    await expect(findOrder(another, order.id)).rejects.toMatchObject(notFound);
    await expect(findOrder(another, 99_999_999)).rejects.toMatchObject(notFound);
  });

  it("is not found by a number the database cannot hold", async () => {
    for (const id of [0, -1, 1.5, 2 ** 40, Number.NaN]) {
      await expect(findOrder(manager, id)).toBeRefused("not_found");
    }
  });
});
