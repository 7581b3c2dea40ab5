import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeFailedOrder, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { listFailedOrders } from "./failed-orders.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const post = (by: Context, command: `orders.${string}`, fields: Record<string, string | number>) =>
  postForm(
    by,
    command,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${value}`])),
  );

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;

describe("a form of an order", () => {
  it("does what its command says", async () => {
    const { id } = await makeOrder(context, { status: "pending" });
    await post(manager, "orders.changeStatus", { orderId: id, from: "pending", to: "processing", note: "" });
    const sent = { orderId: id, from: "processing", carrier: "DPD", trackingNumber: "1" };
    await post(manager, "orders.dispatch", sent);
    expect(await statusOf(id)).toBe("completed");
    const other = await makeOrder(context);
    await post(manager, "orders.cancel", { orderId: other.id, from: "processing", restock: "on" });
    expect(await statusOf(other.id)).toBe("cancelled");
    await post(manager, "orders.resendConfirmation", { orderId: id });
    const failed = await makeFailedOrder(context);
    await post(manager, "orders.dismissFailed", { failedOrderId: failed.id });
    expect((await listFailedOrders(manager, 100)).map((row) => row.id)).not.toContain(failed.id);
  });

  it("says what is missing", async () => {
    const { id } = await makeOrder(context);
    const sent = { orderId: id, from: "processing", carrier: "DPD", trackingNumber: "" };
    await expect(post(manager, "orders.dispatch", sent)).toBeRefused("validation_failed", {
      fields: { trackingNumber: ["Tracking number is required"] },
    });
    const refund = { orderId: id, key: randomUUID(), seenRefunded: 0, amount: "ten", reason: "x" };
    await expect(post(manager, "orders.refund", refund)).toBeRefused("validation_failed", {
      fields: { amount: ["Enter an amount of money, such as 12.50"] },
    });
    expect(await statusOf(id)).toBe("processing");
  });
});
