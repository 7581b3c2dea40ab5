import { beforeEach, describe, expect, it } from "vitest";
import { Order, OrderEvent, OrderLine, Product, Withdrawal } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { makeOrder, makeProduct, testContext, withSettings } from "#server/testing/factories.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { undoGoodsLeaving } from "./goods-back.server.ts";
import type { LineUnits } from "./line-units.ts";
import { lockOrder } from "./move-order.server.ts";
import type { OrderStatus } from "./order.ts";

let context: Context;
let product: Product;

beforeEach(async () => {
  context = await testContext();
  product = await makeProduct(context, { stockQuantity: 10 });
});

const fresh = () => context.em.fork();
const stockOf = async ({ id }: Product) => (await fresh().findOneOrFail(Product, id)).stockQuantity;

/** An order of five, to whose units this happened. */
async function orderOf(happened: Partial<LineUnits>, status: OrderStatus = "processing") {
  const order = await makeOrder(context, { lines: [{ product, quantity: 5 }], status });
  await fresh().nativeUpdate(OrderLine, { order: order.id }, happened);
  return order.id;
}

/** What becomes of the order when so many of its units come back, and so many go into stock, of each line. */
async function undo(orderId: number, units: { returned?: number; toStock?: number }, own = context) {
  await inTransaction(own.em, async (em) => {
    const locked = await lockOrder(em, orderId);
    const credited = locked.lines.map(({ id: lineId }) => ({
      ...{ lineId, quantity: 0, amount: 0, cancelled: 0, returned: 0, toStock: 0 },
      ...units,
    }));
    await undoGoodsLeaving(em, own, locked, credited);
  });
  const order = await fresh().findOneOrFail(Order, orderId);
  const events = await fresh().find(OrderEvent, { order: orderId });
  return { order, messages: events.map(({ message }) => message) };
}

const lineOf = (order: number) => fresh().findOneOrFail(OrderLine, { order });

describe("goods that come back with a credit", () => {
  it("are no more than the customer has", async () => {
    const order = await orderOf({ leftQuantity: 2 });
    await undo(order, { returned: 3 });
    expect(await lineOf(order)).toMatchObject({ returnedQuantity: 2 });
  });

  it("go into stock, those that were cancelled first, and no more than was asked for", async () => {
    const order = await orderOf({ leftQuantity: 2, cancelledQuantity: 1 });
    await undo(order, { returned: 2, toStock: 2 });
    expect(await lineOf(order)).toMatchObject({ cancelledToStock: 1, returnedToStock: 1 });
    expect(await stockOf(product)).toBe(12);
    const cancelled = await orderOf({ cancelledQuantity: 3 });
    await undo(cancelled, { toStock: 1 });
    expect(await lineOf(cancelled)).toMatchObject({ cancelledToStock: 1 });
    expect(await stockOf(product)).toBe(13);
  });

  it("go into the stock of their products alone, of all their lines", async () => {
    const other = await makeProduct(context, { stockQuantity: 10 });
    const lines = [1, 2].map((quantity) => ({ product, quantity }));
    const { id } = await makeOrder(context, { lines });
    await fresh().nativeUpdate(OrderLine, { order: id }, { cancelledQuantity: 1 });
    await undo(id, { toStock: 1 });
    expect(await stockOf(product)).toBe(12);
    expect(await stockOf(other)).toBe(10);
  });

  it("go into no stock where nobody counts it", async () => {
    const order = await orderOf({ cancelledQuantity: 5 });
    await undo(order, { toStock: 5 }, withSettings(context, { stockManagement: false }));
    expect(await stockOf(product)).toBe(10);
  });
});

describe("an order of which nothing is left to be sent", () => {
  it.each<OrderStatus>(["pending", "processing"])(
    "and nothing was, is cancelled, when it was %s",
    async (status) => {
      const { order, messages } = await undo(await orderOf({ cancelledQuantity: 5 }, status), {});
      expect(order.status).toBe("cancelled");
      expect(messages).toEqual(["Order cancelled: its customer kept nothing of it"]);
    },
  );

  it("and something was, is completed, on the day on which it left", async () => {
    const id = await orderOf({ cancelledQuantity: 3, leftQuantity: 2 });
    const dispatchedAt = new Date("2026-01-05T12:00:00Z");
    await fresh().nativeUpdate(Order, id, { dispatchedAt });
    const { order, messages } = await undo(id, {});
    expect(order).toMatchObject({ status: "completed", dispatchedAt });
    expect(messages).toEqual(["Order completed: nothing of it is left to be sent"]);
  });

  it("stays as it is where it has ended, and while its customer's statement is open", async () => {
    const completed = await undo(await orderOf({ leftQuantity: 5 }, "completed"), {});
    expect(completed).toMatchObject({ order: { status: "completed" }, messages: [] });
    const withdrawn = await orderOf({ cancelledQuantity: 5 });
    await fresh().insert(Withdrawal, { order: withdrawn, key: "open", lines: [], submittedAt: new Date() });
    expect((await undo(withdrawn, {})).order.status).toBe("processing");
  });
});

it("an order that is not there is not found", async () => {
  await expect(inTransaction(context.em, (em) => lockOrder(em, 2_000_000))).toBeRefused("not_found");
});

it("an order that somebody changes is waited for", async () => {
  const id = await orderOf({});
  const steps: string[] = [];
  let waits: Promise<unknown> | undefined;
  await inTransaction(context.em, async (em) => {
    await lockOrder(em, id);
    waits = inTransaction(context.em, (other) => lockOrder(other, id)).then(() => steps.push("second"));
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
    steps.push("first");
  });
  await waits;
  expect(steps).toEqual(["first", "second"]);
});
