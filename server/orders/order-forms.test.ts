import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { handleCommandForm } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeFailedOrder, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { staffCommands } from "#server/trpc/staff-commands.server.ts";

let context: Context;
let manager: Context;
const handleOrderForm = (by: Context, form: FormData) => handleCommandForm(staffCommands, by, form);
beforeAll(async () => {
  context = await testContext();
  manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
});

function formOf(fields: Record<string, string | number>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}

const statusOf = async (id: number) => (await context.em.fork().findOneOrFail(Order, id)).status;

describe("a staff form without JavaScript", () => {
  it("does what its intent says", async () => {
    const { id } = await makeOrder(context, { status: "pending" });
    const move = { intent: "orders.changeStatus", orderId: id, from: "pending", to: "processing", note: "" };
    expect(await handleOrderForm(manager, formOf(move))).toMatchObject({
      notice: { kind: "success", title: "Order updated" },
    });
    const sent = {
      intent: "orders.dispatch",
      orderId: id,
      from: "processing",
      carrier: "DPD",
      trackingNumber: "1",
    };
    expect(await handleOrderForm(manager, formOf(sent))).toMatchObject({
      notice: { kind: "success", title: "Order dispatched" },
    });
    expect(await statusOf(id)).toBe("completed");
    const other = await makeOrder(context);
    const cancel = { intent: "orders.cancel", orderId: other.id, from: "processing", restock: "on" };
    expect(await handleOrderForm(manager, formOf(cancel))).toMatchObject({
      notice: { kind: "success", title: "Order cancelled" },
    });
    expect(
      await handleOrderForm(manager, formOf({ intent: "orders.resendConfirmation", orderId: id })),
    ).toHaveProperty("notice");
    const failed = await makeFailedOrder(context);
    const dismiss = { intent: "orders.dismissFailed", failedOrderId: failed.id };
    expect(await handleOrderForm(manager, formOf(dismiss))).toHaveProperty("notice");
  });

  it("comes back with its fields, its errors and 400 when something is missing", async () => {
    const { id } = await makeOrder(context);
    const sent = {
      intent: "orders.dispatch",
      orderId: id,
      from: "processing",
      carrier: "DPD",
      trackingNumber: "",
    };
    expect(await handleOrderForm(manager, formOf(sent))).toMatchObject({
      intent: "orders.dispatch",
      status: 400,
      result: {
        initialValue: { carrier: "DPD" },
        error: { trackingNumber: ["Tracking number is required"] },
      },
    });
    const key = randomUUID();
    const refund = { intent: "orders.refund", orderId: id, key, seenRefunded: 0, amount: "ten", reason: "x" };
    expect(await handleOrderForm(manager, formOf(refund))).toMatchObject({
      status: 400,
      result: { error: { amount: ["Enter an amount of money, such as 12.50"] } },
    });
    expect(await statusOf(id)).toBe("processing");
  });

  it("comes back with what the rules say when somebody else was faster", async () => {
    const { id } = await makeOrder(context, { status: "completed" });
    const cancel = { intent: "orders.cancel", orderId: id, from: "processing", note: "too late" };
    expect(await handleOrderForm(manager, formOf(cancel))).toMatchObject({
      intent: "orders.cancel",
      status: 409,
      refusal: expect.stringContaining("was changed meanwhile"),
      result: { initialValue: { note: "too late" } },
    });
  });

  it("is refused from customers, and when nobody knows what it is", async () => {
    const customer = asUser(context, await makeUser(context));
    const { id } = await makeOrder(context);
    const cancel = formOf({ intent: "orders.cancel", orderId: id, from: "processing" });
    await expect(handleOrderForm(customer, cancel)).rejects.toMatchObject({ code: "forbidden" });
    expect(() => handleOrderForm(manager, formOf({ intent: "explode" }))).toThrow("not known");
    expect(await statusOf(id)).toBe("processing");
  });
});
