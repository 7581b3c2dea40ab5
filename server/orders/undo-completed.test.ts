import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AuditEntry, Order, OrderLine } from "#db/entities/index.ts";
import { countBack, refund, sellAtCounter, withdrawUnits } from "#server/testing/after-sale.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { changeOrderStatus } from "./change-status.server.ts";
import { dispatchOrder } from "./dispatch.server.ts";
import { closeWithdrawal } from "./returns.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

const context = await testContext();
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));

const fresh = () => context.em.fork();
const DAY_MS = 86_400_000;
const later = (days: number) => ({
  ...administrator,
  clock: { now: () => new Date(context.clock.now().getTime() + days * DAY_MS) },
});

/** Three units, paid in cash: money goes back without asking a provider. */
async function threeUnits() {
  const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
  const { id, invoiceNumber } = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
  await fresh().nativeUpdate(Order, id, { paymentMethod: "cash" });
  const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: id });
  return { orderId: id, invoiceNumber, lineId };
}

type Bought = Awaited<ReturnType<typeof threeUnits>>;

const complete = async (orderId: number, by = administrator) =>
  (await changeOrderStatus(by, { orderId, from: "processing", to: "completed", note: "" })).change?.undo ?? 0;
const takeBack = (id: number) => callerFor(administrator).audit.revert({ id });

const send = ({ orderId, lineId }: Bought, quantity: number) =>
  dispatchOrder(administrator, {
    ...{ orderId, from: "processing", carrier: "DPD", trackingNumber: randomUUID(), note: "" },
    lines: [{ lineId, quantity }],
  });

const refundUnit = ({ orderId, lineId }: Bought) =>
  refund(administrator, orderId, { units: [{ lineId, quantity: 1 }] });

/** Its status, how many units are to be sent, and when the last of it left. */
async function stateOf(orderId: number) {
  const { status, dispatchedAt, units } = await findStaffOrder(administrator, orderId);
  return { status, toSend: units.map((line) => line.toSend), dispatchedAt };
}

describe("that an order was completed by hand is not taken back", () => {
  it("once a unit was refunded that its customer keeps: it would be sent again", async () => {
    const order = await threeUnits();
    const change = await complete(order.orderId);
    await refundUnit(order);
    await expect(takeBack(change)).rejects.toThrow(
      "Goods of this order were refunded since. Nothing was taken back.",
    );
    expect(await stateOf(order.orderId)).toMatchObject({ status: "completed", toSend: [0] });
  });

  it("once its customer has cancelled what left: it would be cancelled a second time", async () => {
    const order = await threeUnits();
    const change = await complete(order.orderId);
    await withdrawUnits(administrator, order, 2);
    await expect(takeBack(change)).rejects.toThrow(
      "The customer has cancelled goods of this order since. Nothing was taken back.",
    );
    expect(await stateOf(order.orderId)).toMatchObject({ status: "completed", toSend: [0] });
  });

  it("once what left with it came back", async () => {
    const order = await threeUnits();
    await send(order, 1);
    const change = await complete(order.orderId);
    await countBack(administrator, order, 2);
    await expect(takeBack(change)).rejects.toThrow(
      "Goods of this order came back since. Nothing was taken back.",
    );
  });

  it("where nobody wrote down what left with it", async () => {
    const { orderId } = await threeUnits();
    const change = await complete(orderId);
    await fresh().nativeUpdate(AuditEntry, change, { before: { status: "processing" } });
    await expect(takeBack(change)).rejects.toThrow("It is not known what left with it.");
  });
});

describe("that an order was completed by hand is taken back", () => {
  it("with what left in it alone: what was refunded, cancelled and sent before stays so", async () => {
    const order = await threeUnits();
    await send(order, 1);
    await refundUnit(order);
    await withdrawUnits(administrator, order, 1);
    const change = await complete(order.orderId);
    await takeBack(change);
    expect(await stateOf(order.orderId)).toEqual({ status: "processing", toSend: [1], dispatchedAt: null });
  });

  it("where what came back had been sent before", async () => {
    const order = await threeUnits();
    await send(order, 1);
    await countBack(administrator, order, 1);
    const change = await complete(order.orderId);
    await takeBack(change);
    expect(await stateOf(order.orderId)).toEqual({ status: "processing", toSend: [2], dispatchedAt: null });
  });

  it("with what left the last time, where it was completed twice", async () => {
    const order = await threeUnits();
    const { id: withdrawalId } = await withdrawUnits(administrator, order, 2);
    await complete(order.orderId);
    await closeWithdrawal(administrator, {
      orderId: order.orderId,
      withdrawalId,
      reason: "Wanted after all",
    });
    const change = await complete(order.orderId);
    await takeBack(change);
    expect(await stateOf(order.orderId)).toMatchObject({ status: "processing", toSend: [2] });
  });

  it("without its goods where they were handed over at the counter before, on the day that they were", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
    const sold = { quantity: 2, paymentMethod: "account" } as const;
    const invoiceNumber = await sellAtCounter(administrator, product.id, sold);
    const { id: orderId, dispatchedAt } = await fresh().findOneOrFail(Order, { invoiceNumber });
    const left = { toSend: [0], dispatchedAt: dispatchedAt?.toISOString() };
    await changeOrderStatus(administrator, { orderId, from: "pending", to: "processing", note: "" });
    const change = await complete(orderId, later(10));
    expect(await stateOf(orderId)).toEqual({ status: "completed", ...left });
    await takeBack(change);
    expect(await stateOf(orderId)).toEqual({ status: "processing", ...left });
  });

  it("without its parcels where all of it had left, on the day of the last", async () => {
    const order = await threeUnits();
    await send(order, 1);
    await withdrawUnits(administrator, order, 2);
    const change = await complete(order.orderId, later(10));
    const left = { toSend: [0], dispatchedAt: context.clock.now().toISOString() };
    expect(await stateOf(order.orderId)).toEqual({ status: "completed", ...left });
    await takeBack(change);
    expect(await stateOf(order.orderId)).toEqual({ status: "processing", ...left });
  });
});
