import { expect, it } from "vitest";
import { OrderLine, Withdrawal } from "#db/entities/index.ts";
import { countBack, refund, withdrawUnits } from "#server/testing/after-sale.ts";
import { send } from "#server/testing/batches.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { recordRefund } from "./record-refund.server.ts";
import { noteGoodsBack } from "./returns.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";
import { findWithdrawable } from "./withdrawals.server.ts";

await runTestSandbox();
const context = await payingContext({ actor: { kind: "system" } });
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));
const fresh = () => context.em.fork();

/** A card whose refunds the bank accepts, and returns later. */
const REFUND_FAILS = "4000000000005126";

/** A paid order of five at £20.00 that was sent, and what happens to it then. */
async function sentOrder() {
  const product = await makeProduct(context, { price: 2000, stockQuantity: 10 });
  const { order } = await buyByCard(context, [{ product, quantity: 5 }], { card: REFUND_FAILS });
  const { id: orderId, invoiceNumber } = order;
  const { id: lineId } = await fresh().findOneOrFail(OrderLine, { order: orderId });
  await send(context, order);
  const visitor = { invoiceNumber, token: null, cartId: null };
  return {
    state: async (quantity: number) => (await withdrawUnits(manager, { invoiceNumber, lineId }, quantity)).id,
    comeBack: (quantity: number) => countBack(manager, { orderId, lineId }, quantity),
    noteBack: (withdrawalId: number) => noteGoodsBack(manager, { orderId, withdrawalId, note: "" }),
    units: (quantity: number) => ({ units: [{ lineId, quantity }] }),
    refund: async (wanted: Parameters<typeof refund>[2]) => {
      await refund(manager, orderId, wanted);
      const { refunds } = await findStaffOrder(manager, orderId);
      return Math.max(...refunds.map(({ id }) => id));
    },
    /** Whether the goods of each statement are back, the first first. */
    areBack: async () =>
      (await fresh().find(Withdrawal, { order: orderId }, { orderBy: { id: "asc" } })).map(
        ({ goodsBackAt }) => goodsBackAt !== null,
      ),
    returned: async () => (await fresh().findOneOrFail(OrderLine, lineId)).returnedQuantity,
    refundBy: async () => (await findStaffOrder(manager, orderId)).withdrawals.map((each) => each.refundBy),
    left: async () => (await findWithdrawable(manager, visitor)).lines.map(({ left }) => left),
  };
}

const failAtTheBank = (refundId: number) =>
  recordRefund(context, refundId, { id: null, status: "failed", failure: "lost_or_stolen_card" });

it("goods that came back with a refund which the bank then returned are not counted in again", async () => {
  const order = await sentOrder();
  const withdrawalId = await order.state(2);
  await failAtTheBank(await order.refund({ withdrawalId, amount: 4000, backToStock: true }));
  expect(await order.returned()).toBe(2);
  expect(await order.areBack()).toEqual([true]);
  expect(await order.refundBy()).toEqual([expect.any(String)]);
  expect(await order.left()).toEqual([3]);
  await expect(order.noteBack(withdrawalId)).rejects.toThrow("noted as back already");
});

it("goods that came back after a refund which the bank then returned are not counted in again", async () => {
  const order = await sentOrder();
  const withdrawalId = await order.state(2);
  const refundId = await order.refund({ withdrawalId, amount: 4000 });
  await order.comeBack(2);
  await failAtTheBank(refundId);
  expect(await order.areBack()).toEqual([true]);
  expect(await order.left()).toEqual([3]);
});

it("goods that come back in two parcels are back with the second, and of those only the rest is counted in", async () => {
  const order = await sentOrder();
  const withdrawalId = await order.state(3);
  await order.comeBack(1);
  expect(await order.areBack()).toEqual([false]);
  expect(await order.left()).toEqual([2]);
  await order.comeBack(2);
  expect(await order.areBack()).toEqual([true]);
  expect(await order.left()).toEqual([2]);
  await expect(order.noteBack(withdrawalId)).rejects.toThrow("noted as back already");

  const other = await sentOrder();
  const second = await other.state(3);
  await other.comeBack(1);
  await other.noteBack(second);
  expect(await other.returned()).toBe(3);
  expect(await other.left()).toEqual([2]);
});

it("goods that come back with a refund of units are those that its customer told of, the oldest first", async () => {
  const order = await sentOrder();
  await order.state(1);
  await order.state(2);
  await order.refund({ ...order.units(2), backToStock: true });
  expect(await order.areBack()).toEqual([true, false]);
  expect(await order.left()).toEqual([2]);
  await order.comeBack(1);
  expect(await order.areBack()).toEqual([true, true]);
});

it("goods that come back are those of an open statement before those of one whose money has gone back", async () => {
  const order = await sentOrder();
  const refunded = await order.state(1);
  await order.state(1);
  await order.refund({ withdrawalId: refunded, amount: 2000 });
  await order.comeBack(1);
  expect(await order.areBack()).toEqual([false, true]);
  await order.comeBack(1);
  expect(await order.areBack()).toEqual([true, true]);
});

it("goods that come back with the refund of a statement are those of it, even where another was first", async () => {
  const order = await sentOrder();
  await order.state(1);
  const withdrawalId = await order.state(1);
  await order.refund({ withdrawalId, amount: 2000, backToStock: true });
  expect(await order.areBack()).toEqual([false, true]);
  expect(await order.left()).toEqual([3]);
});
