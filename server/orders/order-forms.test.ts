import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;

describe("a form of an order", () => {
  it("does what its command says", async () => {
    const [waiting, other] = [await makeOrder(context, { status: "pending" }), await makeOrder(context)];
    const move = { orderId: `${waiting.id}`, from: "pending", to: "processing", note: "" };
    await postForm(manager, "orders.changeStatus", move);
    expect(await statusOf(waiting.id)).toBe("processing");
    const cancel = { orderId: `${other.id}`, from: "processing", restock: "on" };
    await postForm(manager, "orders.cancel", cancel);
    expect(await statusOf(other.id)).toBe("cancelled");
    await postForm(manager, "orders.resendConfirmation", { orderId: `${waiting.id}` });
  });

  it("says what is missing", async () => {
    const { id } = await makeOrder(context);
    const sent = { orderId: `${id}`, from: "processing", carrier: "DPD", trackingNumber: "" };
    await expect(postForm(manager, "orders.dispatch", sent)).toBeRefused("validation_failed", {
      fields: { trackingNumber: ["Tracking number is required"] },
    });
    const refund = { orderId: `${id}`, key: randomUUID(), seenRefunded: "0", amount: "ten", reason: "x" };
    await expect(postForm(manager, "orders.refund", refund)).toBeRefused("validation_failed", {
      fields: { amount: ["Enter an amount of money, such as 12.50"] },
    });
    expect(await statusOf(id)).toBe("processing");
  });
});
