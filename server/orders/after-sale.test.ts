import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CorrectionNote, Order, OrderLine, Product, Refund } from "#db/entities/index.ts";
import { refund, sellAtCounter, withdrawUnits } from "#server/testing/after-sale.ts";
import { send as sendUnits } from "#server/testing/batches.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeOrder, makeProduct, makeUser } from "#server/testing/factories.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { cancelOrder, changeOrderStatus, recordPaymentByHand } from "./change-status.server.ts";
import { releaseOrder } from "./disputes.server.ts";
import { findOrdersToPack } from "./packing.server.ts";
import { isReady } from "./packing-list.ts";
import { closeWithdrawal, noteGoodsBack, returnGoods, settleWithRefund } from "./returns.server.ts";
import { syncRefunds } from "./send-refund.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";
import { submitWithdrawal } from "./submit-withdrawal.server.ts";

await runTestSandbox();
const context = await payingContext({ actor: { kind: "system" } });
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));

const fresh = () => context.em.fork();
const stockOf = async ({ id }: Pick<Product, "id">) =>
  (await fresh().findOneOrFail(Product, id)).stockQuantity;
const linesOf = (order: number) => fresh().find(OrderLine, { order }, { orderBy: { id: "asc" } });

/** What somebody has paid for: so many at £30.00, of ten in stock. */
async function buy(quantity: number, changes: Partial<Parameters<typeof makeProduct>[1]> = {}) {
  const product = await makeProduct(context, { price: 3000, stockQuantity: 10, ...changes });
  const bought = await buyByCard(context, [{ product, quantity }]);
  const [line] = await linesOf(bought.order.id);
  return { ...bought, product, orderId: bought.order.id, lineId: line?.id ?? 0 };
}

async function buyOneOfEach(...products: Product[]) {
  const bought = await buyByCard(
    context,
    products.map((product) => ({ product, quantity: 1 })),
  );
  return { ...bought, lineIds: (await linesOf(bought.order.id)).map(({ id }) => id) };
}

const send = (id: number, lineId: number, quantity: number) =>
  sendUnits(context, { id }, [{ lineId, quantity }]);

const state = (invoiceNumber: string, lineId: number, quantity: number) =>
  withdrawUnits(manager, { invoiceNumber, lineId }, quantity);

const toSend = async (orderId: number) =>
  (await findStaffOrder(manager, orderId)).toSend.map((l) => l.quantity);
const atTheBench = async (orderId: number) =>
  (await findOrdersToPack(manager)).orders.find(({ id }) => id === orderId);
const cancel = (orderId: number, restock = true) =>
  cancelOrder(manager, { orderId, from: "processing", note: "", restock });
const textOf = async (email: string, template: string) =>
  (await mailsTo(context, email))
    .findLast((mail) => mail.template === template)
    ?.text.replaceAll(/\s+/g, " ");

describe("units that were refunded", () => {
  it("are not refunded again, not withdrawn, not sent and not put back into stock by a later cancellation", async () => {
    const a = await makeProduct(context, { price: 2000, stockQuantity: 10 });
    const b = await makeProduct(context, { price: 10_000 });
    const { order } = await buyByCard(context, [
      { product: a, quantity: 3 },
      { product: b, quantity: 1 },
    ]);
    const [line] = await linesOf(order.id);
    const lineId = line?.id ?? 0;
    const units = [{ lineId, quantity: 3 }];
    await refund(manager, order.id, { units });
    await expect(refund(manager, order.id, { units })).rejects.toThrow("has been refunded already");
    expect((await fresh().find(Refund, { order: order.id })).map(({ amount }) => amount)).toEqual([6000]);
    await expect(state(order.invoiceNumber, lineId, 2)).rejects.toThrow("is left");
    expect((await atTheBench(order.id))?.lines.map(({ quantity }) => quantity)).toEqual([1]);
    await expect(send(order.id, lineId, 1)).rejects.toThrow("has been cancelled already");
    await cancel(order.id);
    expect([await stockOf(a), await stockOf(b)]).toEqual([7, 100]);
  });

  it("are credited at their own price and rate, and the delivery at those of all that was bought", async () => {
    const { order, lineIds } = await buyOneOfEach(
      await makeProduct(context, { price: 500, taxRate: 500 }),
      await makeProduct(context, { price: 2000, taxRate: 2000 }),
    );
    const [lineId = 0] = lineIds;
    await refund(manager, order.id, {
      units: [{ lineId, quantity: 1 }],
      withDelivery: true,
      backToStock: true,
    });
    const { content } = await fresh().findOneOrFail(CorrectionNote, { order: order.id });
    const [goods, ...delivery] = content.lines;
    expect(goods).toMatchObject({ quantity: 1, vatRate: 500, gross: 500 });
    expect(delivery.map(({ vatRate }) => vatRate)).toEqual([2000, 500]);
    expect(delivery.reduce((sum, { gross }) => sum + gross, 0)).toBe(order.shippingCost);
  });
});

describe("an order whose payment went back", () => {
  it("waits at the bench without a figure until somebody who may releases it", async () => {
    const { orderId, lineId, paymentIntentId } = await buy(2);
    await context.gateways.stripe.client.refunds.create({ payment_intent: paymentIntentId });
    await syncRefunds(context, paymentIntentId);
    const packer = asUser(context, await makeUser(context, { role: "packer" }));
    const waiting = (await findOrdersToPack(packer)).orders.find(({ id }) => id === orderId);
    expect([waiting?.isMoneyBack, waiting && isReady(waiting)]).toEqual([true, false]);
    await expect(send(orderId, lineId, 2)).rejects.toThrow("The payment of this order went back");
    const move = { orderId, from: "processing", note: "" } as const;
    await expect(changeOrderStatus(manager, { ...move, to: "completed" })).rejects.toThrow("went back");
    await expect(releaseOrder(packer, move)).toBeRefused("forbidden");
    await releaseOrder(manager, move);
    expect((await atTheBench(orderId))?.isMoneyBack).toBe(false);
    await send(orderId, lineId, 2);
    expect((await findStaffOrder(manager, orderId)).status).toBe("completed");
  });

  it("in part only for what is not sent any more stays ready", async () => {
    const { order, lineIds } = await buyOneOfEach(await makeProduct(context), await makeProduct(context));
    const [lineId = 0] = lineIds;
    await refund(manager, order.id, { units: [{ lineId, quantity: 1 }] });
    expect((await atTheBench(order.id))?.isMoneyBack).toBe(false);
  });
});

describe("goods that left without a parcel", () => {
  it("completed by hand, have to be sent back, late or not", async () => {
    const { order, orderId, lineId } = await buy(2);
    const by = { orderId, from: "processing", to: "completed", note: "Delivered by our van" } as const;
    await changeOrderStatus(manager, by);
    const later = { now: () => new Date(context.clock.now().getTime() + 300 * 86_400_000) };
    const { withdrawal } = await submitWithdrawal(
      { ...manager, clock: later },
      { invoiceNumber: order.invoiceNumber, token: null, cartId: null },
      { key: randomUUID(), reason: "", fieldOf: () => "lines", statement: { everything: [] } },
    );
    expect(withdrawal).toMatchObject({ isLate: true, refundBy: null, sendBackBy: expect.any(String) });
    expect(withdrawal.lines).toMatchObject([{ lineId, quantity: 2, sent: 2 }]);
  });

  it("handed over at the counter, are not packed a second time", async () => {
    const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
    const sold = { quantity: 1, paymentMethod: "cash" } as const;
    const invoiceNumber = await sellAtCounter(manager, product.id, sold);
    const order = await fresh().findOneOrFail(Order, { invoiceNumber });
    expect([order.status, order.dispatchedAt === null]).toEqual(["completed", false]);
    expect(await atTheBench(order.id)).toBeUndefined();
    const [line] = await linesOf(order.id);
    expect((await state(invoiceNumber, line?.id ?? 0, 1)).sendBackBy).not.toBeNull();
    expect(await textOf("cora@example.com", "withdrawal-received")).toContain("Please send the goods");
  });
});

describe("an order that is cancelled in steps by its customer", () => {
  it("asks for the units that went out, whichever were told first", async () => {
    const { product, order, orderId, lineId } = await buy(5);
    await send(orderId, lineId, 2);
    const first = await state(order.invoiceNumber, lineId, 3);
    expect([first.sendBackBy, await toSend(orderId)]).toEqual([null, [0]]);
    const units = [{ lineId, quantity: 3 }];
    await refund(manager, orderId, { withdrawalId: first.id, units, backToStock: true });
    expect(await stockOf(product)).toBe(8);
    const between = await findStaffOrder(manager, orderId);
    expect([between.status, between.dispatchedAt === null]).toEqual(["completed", false]);
    expect(await atTheBench(orderId)).toBeUndefined();
    const second = await state(order.invoiceNumber, lineId, 2);
    expect(second).toMatchObject({ refundBy: null, sendBackBy: expect.any(String) });
    await noteGoodsBack(manager, { orderId, withdrawalId: second.id, note: "" });
    await refund(manager, orderId, {
      ...{ withdrawalId: second.id, units: [{ lineId, quantity: 2 }], backToStock: true },
    });
    expect(await stockOf(product)).toBe(10);
    expect(await linesOf(orderId)).toMatchObject([
      { cancelledQuantity: 3, cancelledToStock: 3, leftQuantity: 2, returnedQuantity: 2, returnedToStock: 2 },
    ]);
  });

  it("is sent after all where staff close the statement without a refund", async () => {
    const { product, order, orderId, lineId } = await buy(3);
    const { id: withdrawalId } = await state(order.invoiceNumber, lineId, 2);
    expect(await toSend(orderId)).toEqual([1]);
    await send(orderId, lineId, 1);
    await closeWithdrawal(manager, { orderId, withdrawalId, reason: "You wanted them after all" });
    expect(await toSend(orderId)).toEqual([2]);
    expect((await findStaffOrder(manager, orderId)).status).toBe("processing");
    await send(orderId, lineId, 2);
    expect(await stockOf(product)).toBe(7);
  });

  it("ends with the statement that alone kept it open", async () => {
    const { order, orderId, lineId } = await buy(3);
    const first = await state(order.invoiceNumber, lineId, 1);
    const second = await state(order.invoiceNumber, lineId, 2);
    // What it cost goes back, but nobody says that it is for a statement.
    await refund(manager, orderId, { units: [{ lineId, quantity: 3 }] });
    const close = ({ id: withdrawalId }: { id: number }) =>
      closeWithdrawal(manager, { orderId, withdrawalId, reason: "Refunded already" });
    await close(first);
    expect((await findStaffOrder(manager, orderId)).status).toBe("processing");
    await close(second);
    expect((await findStaffOrder(manager, orderId)).status).toBe("cancelled");
  });
});

it("a backorder takes what was missing out of stock as it leaves", async () => {
  const { product, orderId, lineId } = await buy(5, { stockQuantity: 15 });
  await fresh().nativeUpdate(OrderLine, lineId, { stockTaken: 3 });
  await send(orderId, lineId, 5);
  expect(await stockOf(product)).toBe(8);
  expect(await linesOf(orderId)).toMatchObject([{ stockTaken: 5, leftQuantity: 5 }]);
});

describe("an order of which a part was sent and the rest is cancelled", () => {
  it("unpaid, owes what was sent, and its payment can be recorded", async () => {
    const product = await makeProduct(context, { price: 3000, stockQuantity: 10 });
    const customer = await makeUser(context);
    const { id: orderId } = await makeOrder(context, { customer, lines: [{ product, quantity: 5 }] });
    const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: orderId });
    await fresh().nativeUpdate(Order, orderId, { paymentMethod: "account", paidAt: null });
    await send(orderId, lineId, 2);
    await cancel(orderId);
    const [note] = await fresh().find(CorrectionNote, { order: orderId });
    expect(note?.content.lines).toMatchObject([{ quantity: 3, gross: 9000 }]);
    expect(await stockOf(product)).toBe(13);
    expect(await findStaffOrder(manager, orderId)).toMatchObject({ status: "completed", toPay: 6000 });
    const text = await textOf(customer.email, "order-cancelled");
    expect(text).toContain("£60.00 is still to be paid");
    expect(text).not.toContain("you owe nothing");
    await recordPaymentByHand(manager, { orderId, from: "completed", note: "" });
    expect(await findStaffOrder(manager, orderId)).toMatchObject({ captured: 6000, toPay: 0, owed: 0 });
  });

  it("paid, is promised the money of the rest, with its date, until that has gone back", async () => {
    const { product, orderId, lineId, form } = await buy(5);
    await send(orderId, lineId, 2);
    await cancel(orderId);
    expect(await textOf(form.email, "order-cancelled")).toContain("We return the £90.00");
    const owing = await findStaffOrder(manager, orderId);
    expect([owing.status, owing.owed, owing.refundDueBy === null]).toEqual(["completed", 9000, false]);
    await refund(manager, orderId, { units: [{ lineId, quantity: 3 }] });
    expect(await findStaffOrder(manager, orderId)).toMatchObject({ owed: 0, refundDueBy: null });
    expect(await stockOf(product)).toBe(8);
  });
});

describe("goods that came back without a refund", () => {
  it("are counted, into stock or not, and start the days to refund of what was told", async () => {
    const { product, order, orderId, lineId } = await buy(3);
    await send(orderId, lineId, 3);
    const { id } = await state(order.invoiceNumber, lineId, 2);
    const back = (quantity: number, isBackToStock: boolean) =>
      returnGoods(manager, { orderId, note: "", units: [{ lineId, quantity, isBackToStock }] });
    await expect(back(4, true)).rejects.toThrow("has only 3");
    await back(2, true);
    await expect(back(2, true)).rejects.toThrow("has only 1");
    expect(await stockOf(product)).toBe(9);
    expect((await findStaffOrder(manager, orderId)).withdrawals.find((w) => w.id === id)).toMatchObject({
      goodsBackAt: expect.any(String),
    });
    await back(1, false);
    expect(await stockOf(product)).toBe(9);
    expect(await findStaffOrder(manager, orderId)).toMatchObject({ owed: 9000 });
  });
});

it("a refund made at the provider is credited before one that staff asked for and that it refuses", async () => {
  const { order, orderId, lineId, paymentIntentId } = await buy(1, { price: 12_000 });
  await context.gateways.stripe.client.refunds.create({ payment_intent: paymentIntentId });
  await expect(refund(manager, orderId, { units: [{ lineId, quantity: 1 }] })).rejects.toThrow(
    "already been refunded",
  );
  const { units, refunds } = await findStaffOrder(manager, orderId);
  expect(refunds.map(({ source, status }) => [source, status]).sort()).toEqual([
    ["provider", "succeeded"],
    ["staff", "failed"],
  ]);
  expect(units).toMatchObject([{ creditedAmount: order.totalAmount, creditedQuantity: 0 }]);
  const [note] = await fresh().find(CorrectionNote, { order: orderId });
  expect(note?.content.lines.reduce((sum, { gross }) => sum + gross, 0)).toBe(order.totalAmount);
});

it("a refund made at the provider closes what it was for once staff say so, and credits those units", async () => {
  const a = await makeProduct(context, { price: 3000, taxRate: 500 });
  const b = await makeProduct(context, { price: 3000, taxRate: 2000 });
  const { order, paymentIntentId, lineIds } = await buyOneOfEach(a, b);
  const [lineOfA = 0, lineOfB = 0] = lineIds;
  const withdrawal = await state(order.invoiceNumber, lineOfA, 1);
  await context.gateways.stripe.client.refunds.create({ payment_intent: paymentIntentId, amount: 3000 });
  await syncRefunds(context, paymentIntentId);
  const open = await findStaffOrder(manager, order.id);
  expect(open.unnamedRefunds).toMatchObject([{ amount: 3000 }]);
  expect(open.withdrawals[0]?.state).toBe("open");
  const refundId = open.unnamedRefunds[0]?.id ?? 0;
  const named = { orderId: order.id, withdrawalId: withdrawal.id, refundId };
  await settleWithRefund(manager, named);
  await expect(settleWithRefund(manager, named)).toBeRefused("conflict");
  const settled = await findStaffOrder(manager, order.id);
  expect(settled).toMatchObject({ unnamedRefunds: [], withdrawals: [{ state: "refunded" }], owed: 0 });
  expect(settled.units).toMatchObject([
    { creditedQuantity: 1, creditedAmount: 3000 },
    { creditedQuantity: 0, creditedAmount: 0 },
  ]);
  const notes = await fresh().find(CorrectionNote, { order: order.id }, { orderBy: { id: "asc" } });
  expect(notes.map(({ kind }) => kind)).toEqual(["credit", "debit", "credit"]);
  expect(notes[2]?.content.lines).toMatchObject([{ vatRate: 500, gross: 3000 }]);

  const another = await state(order.invoiceNumber, lineOfB, 1);
  const again = settleWithRefund(manager, { ...named, withdrawalId: another.id });
  await expect(again).rejects.toThrow("is for something else");
});
