import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  AuditEntry,
  Batch,
  BatchAllocation,
  Order,
  OrderLine,
  OutboxEmail,
  Parcel,
} from "#db/entities/index.ts";
import { countBack, refund, withdrawUnits } from "#server/testing/after-sale.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { messageAfter } from "#server/testing/post-form.ts";
import { cancelOrder, changeOrderStatus } from "./change-status.server.ts";
import { dispatchMany, dispatchOrder } from "./dispatch.server.ts";
import { handOverOrder } from "./hand-over.server.ts";
import { undoDispatch } from "./parcels.server.ts";
import { returnGoods } from "./returns.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";

const fresh = () => context.em.fork();

const context = await testContext();
const packer = asUser(context, await makeUser(context, { role: "packer" }));
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const sent = { carrier: "Royal Mail", trackingNumber: "AB123456789GB", note: "" };

const mailOf = (number: string) =>
  fresh().count(OutboxEmail, { key: { $like: `order-dispatched:${number}%` } });

function jobIs(number: string, what: "running" | "done"): Promise<unknown> {
  const key = `order-dispatched:${number}`;
  return fresh().execute(
    what === "running"
      ? "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = ?"
      : "select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker._private_jobs where key = ?",
    [key],
  );
}

describe("a dispatch that is taken back before its mail leaves", () => {
  it("leaves the order as it was, without a mail, to be sent again with the same number", async () => {
    const { id, invoiceNumber } = await makeOrder(context);
    const send = () => dispatchOrder(packer, { orderId: id, from: "processing", ...sent });
    const { parcelId } = await send();
    expect(await mailOf(invoiceNumber)).toBe(1);
    expect(await undoDispatch(packer, { id: [parcelId] })).toEqual({ did: [invoiceNumber] });
    expect(
      await findStaffOrder(asUser(context, await makeUser(context, { role: "administrator" })), id),
    ).toMatchObject({
      status: "processing",
      carrier: null,
      trackingNumber: null,
      dispatchedAt: null,
      parcels: [],
    });
    const lines = await fresh().find(OrderLine, { order: id });
    expect(lines.map(({ leftQuantity }) => leftQuantity)).toEqual(lines.map(() => 0));
    expect(await mailOf(invoiceNumber)).toBe(0);
    await send();
    expect(await mailOf(invoiceNumber)).toBe(1);
  });

  it("leaves one that had completed itself completed", async () => {
    const { id } = await makeOrder(context, { status: "completed" });
    const { parcelId } = await dispatchOrder(packer, { orderId: id, from: "completed", ...sent });
    await undoDispatch(packer, { id: [parcelId] });
    expect(await findStaffOrder(manager, id)).toMatchObject({ status: "completed", dispatchedAt: null });
  });

  it("of the second of two parcels leaves the first", async () => {
    const { id, invoiceNumber } = await makeOrder(context, {
      lines: [{ product: await makeProduct(context), quantity: 3 }],
    });
    const [line] = await fresh().find(OrderLine, { order: id });
    const part = (trackingNumber: string, quantity: number) =>
      dispatchOrder(packer, {
        ...{ orderId: id, from: "processing", ...sent, trackingNumber },
        lines: [{ lineId: line?.id ?? 0, quantity }],
      });
    const first = await part("ONE", 1);
    const second = await part("TWO", 2);
    await expect(undoDispatch(packer, { id: [first.parcelId] })).rejects.toMatchObject({
      fields: {
        id: [`${invoiceNumber}: Something else of this order was sent since. Nothing was taken back.`],
      },
    });
    await undoDispatch(packer, { id: [second.parcelId] });
    expect(await findStaffOrder(manager, id)).toMatchObject({
      status: "processing",
      trackingNumber: "ONE",
      parcels: [{ trackingNumber: "ONE" }],
    });
    expect(await fresh().findOneOrFail(OrderLine, line?.id ?? 0)).toMatchObject({ leftQuantity: 1 });
  });

  it("of both, the last first, takes back what the audit says of each", async () => {
    const { orderId, takeBack, send } = await parcelOf(1);
    const { parcelId } = await send(2);
    await takeBack(parcelId);
    await takeBack();
    const entries = await fresh().find(
      AuditEntry,
      { area: "orders", subjectId: String(orderId) },
      { orderBy: { id: "asc" } },
    );
    const [first, second, ...undone] = entries.map(({ id, revertOf }) => ({ id, revertOf }));
    expect(undone.map(({ revertOf }) => revertOf)).toEqual([second?.id, first?.id]);
  });

  it.each(["running", "done"] as const)("is refused once its mail's job is %s", async (state) => {
    const { id, invoiceNumber } = await makeOrder(context);
    const { parcelId } = await dispatchOrder(packer, { orderId: id, from: "processing", ...sent });
    await jobIs(invoiceNumber, state);
    await expect(undoDispatch(packer, { id: [parcelId] })).toBeRefused("conflict", {
      fields: { id: [`${invoiceNumber}: The customer’s mail has gone. Nothing was taken back.`] },
    });
    expect(await fresh().count(Parcel, { order: id })).toBe(1);
    expect(await mailOf(invoiceNumber)).toBe(1);
  });

  it("is one of ten when ten press at once", async () => {
    const { id } = await makeOrder(context);
    const { parcelId } = await dispatchOrder(packer, { orderId: id, from: "processing", ...sent });
    const presses = await Promise.allSettled(
      Array.from({ length: 10 }, () => undoDispatch(packer, { id: [parcelId] })),
    );
    expect(presses.filter((one) => one.status === "fulfilled" && one.value.did.length === 1)).toHaveLength(1);
  });

  it("is offered after many were sent at once", async () => {
    const { id, invoiceNumber } = await makeOrder(context);
    const form = new FormData();
    form.set("carrier", "Royal Mail");
    form.set(`numbers.o${id}`, "AB1");
    const parcel = async () => (await fresh().findOneOrFail(Parcel, { order: id })).id;
    const { takeBack } = await messageAfter(dispatchMany, packer, form);
    expect(takeBack).toEqual({
      ...{ to: "/admin/packing", command: "orders.undoDispatch", ids: [await parcel()] },
    });
    expect(await messageAfter(undoDispatch, packer, { id: String(await parcel()) })).toMatchObject({
      title: "Dispatch taken back",
      description: `${invoiceNumber}.`,
    });
  });

  it("gives the goods back to the batch that they came from", async () => {
    const product = await makeProduct(context, { netGrams: 1000 });
    await makeBatch(context, { product, gramsMade: 5000 });
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 2 }] });
    const left = async () => (await fresh().findOneOrFail(Batch, { product: product.id })).gramsLeft;
    const { parcelId } = await dispatchOrder(packer, { orderId: id, from: "processing", ...sent });
    expect(await left()).toBe(3000);
    await undoDispatch(packer, { id: [parcelId] });
    expect(await left()).toBe(5000);
  });

  it.each([
    { isBackToStock: false, restockedQuantity: 0, gramsLeft: 4000 },
    { isBackToStock: true, restockedQuantity: 1, gramsLeft: 5000 },
  ])("notes a unit that came back (into stock: $isBackToStock) on what left beside it", async (each) => {
    const { isBackToStock, restockedQuantity, gramsLeft } = each;
    const product = await makeProduct(context, { netGrams: 1000 });
    const batch = await makeBatch(context, { product, gramsMade: 5000 });
    const { id } = await makeOrder(context, { lines: [{ product, quantity: 3 }] });
    const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: id });
    const { parcelId } = await dispatchOrder(packer, {
      ...{ orderId: id, from: "processing", ...sent },
      lines: [{ lineId, quantity: 2 }],
    });
    const units = [{ lineId, quantity: 1, isBackToStock }];
    await returnGoods(manager, { orderId: id, note: "", units });
    await handOverOrder(manager, { orderId: id, from: "processing", note: "" });
    await undoDispatch(packer, { id: [parcelId] });
    expect(await fresh().find(BatchAllocation, { orderLine: lineId })).toMatchObject([
      { quantity: 1, returnedQuantity: 1, restockedQuantity },
    ]);
    expect((await fresh().findOneOrFail(Batch, batch.id)).gramsLeft).toBe(gramsLeft);
  });
});

/** Of three units, paid in cash, so many are sent, which is the parcel to take back. */
async function parcelOf(quantity: number, status: "processing" | "completed" = "processing") {
  const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
  const { id, invoiceNumber } = await makeOrder(context, { lines: [{ product, quantity: 3 }], status });
  await fresh().nativeUpdate(Order, id, { paymentMethod: "cash" });
  const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: id });
  const send = async (units: number) =>
    dispatchOrder(packer, {
      ...{ orderId: id, from: status, ...sent, trackingNumber: randomUUID() },
      lines: [{ lineId, quantity: units }],
    });
  const { parcelId } = await send(quantity);
  return {
    ...{ orderId: id, send },
    takeBack: (parcel = parcelId) => undoDispatch(packer, { id: [parcel] }),
    refusal: (why: string) => ({ fields: { id: [`${invoiceNumber}: ${why} Nothing was taken back.`] } }),
    refund: (quantity: number, withdrawalId?: number) =>
      refund(manager, id, { withdrawalId, units: [{ lineId, quantity }] }),
    withdraw: async (units: number) => (await withdrawUnits(manager, { invoiceNumber, lineId }, units)).id,
    comeBack: (units: number) => countBack(manager, { orderId: id, lineId }, units),
    stateOf: async () => {
      const { status: now, dispatchedAt, units } = await findStaffOrder(manager, id);
      return { status: now, toSend: units.map((line) => line.toSend), dispatchedAt };
    },
  };
}

describe("a dispatch is not taken back", () => {
  it("once a unit of it was refunded that its customer keeps: it would be sent again", async () => {
    const order = await parcelOf(3);
    await order.refund(1);
    await expect(order.takeBack()).toBeRefused(
      "conflict",
      order.refusal("Goods of this order were refunded since."),
    );
    expect(await order.stateOf()).toMatchObject({ status: "completed", toSend: [0] });
  });

  it("once its customer has cancelled what is in it: it would be cancelled a second time", async () => {
    const order = await parcelOf(3);
    await order.withdraw(1);
    await expect(order.takeBack()).toBeRefused(
      "conflict",
      order.refusal("The customer has cancelled goods of this order since."),
    );
    expect(await order.stateOf()).toMatchObject({ status: "completed", toSend: [0] });
  });

  it("once goods in it came back", async () => {
    const order = await parcelOf(3);
    await order.comeBack(1);
    await expect(order.takeBack()).toBeRefused(
      "conflict",
      order.refusal("Goods of this order came back since."),
    );
  });
});

describe("a dispatch that is taken back after something else happened to its order", () => {
  it("leaves what was sent before it refunded and back", async () => {
    const order = await parcelOf(2);
    await order.comeBack(1);
    await order.refund(2);
    const { parcelId } = await order.send(1);
    await order.takeBack(parcelId);
    expect(await order.stateOf()).toEqual({ status: "processing", toSend: [1], dispatchedAt: null });
  });

  it.each(["handed over", "completed by hand", "cancelled", "refunded"])(
    "opens it again where the rest of it was %s",
    async (how) => {
      const order = await parcelOf(1);
      const by = { orderId: order.orderId, from: "processing", note: "" } as const;
      if (how === "handed over") await handOverOrder(manager, by);
      if (how === "completed by hand") await changeOrderStatus(manager, { ...by, to: "completed" });
      if (how === "cancelled") await cancelOrder(manager, { ...by, restock: false });
      if (how === "refunded") await order.refund(2, await order.withdraw(2));
      expect(await order.stateOf()).toMatchObject({ status: "completed", toSend: [0] });
      await order.takeBack();
      expect(await order.stateOf()).toEqual({ status: "processing", toSend: [1], dispatchedAt: null });
    },
  );

  it("leaves one completed that had completed itself, whatever was cancelled of it", async () => {
    const order = await parcelOf(1, "completed");
    await order.withdraw(1);
    const { parcelId } = await order.send(1);
    await order.takeBack(parcelId);
    expect(await order.stateOf()).toEqual({ status: "completed", toSend: [1], dispatchedAt: null });
    await order.takeBack();
    expect(await order.stateOf()).toEqual({ status: "completed", toSend: [2], dispatchedAt: null });
  });
});
