import { describe, expect, it } from "vitest";
import {
  AuditEntry,
  Batch,
  BatchAllocation,
  Order,
  OrderEvent,
  OrderLine,
  Product,
} from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { sellAtCounter } from "#server/testing/after-sale.ts";
import { makeBatch, send } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { changeOrderStatus } from "./change-status.server.ts";
import { dispatchByProduct } from "./dispatch.server.ts";
import { putIntoStock, returnUnits } from "./goods-back.server.ts";
import { handOverOrder, markOrderReady } from "./hand-over.server.ts";
import { lockOrder } from "./move-order.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

const fresh = () => context.em.fork();

/** A product of 5 kg a pack, and an order of some of it. */
async function orderOf(quantity: number, netGrams: number | null = 5_000) {
  const product = await makeProduct(context, { stockQuantity: 50 });
  await fresh().nativeUpdate(Product, product.id, { netGrams });
  const order = await makeOrder(context, { lines: [{ product, quantity }] });
  return { product, order, lineId: (await fresh().findOneOrFail(OrderLine, { order: order.id })).id };
}

/** "A 2 units 10000 g, 1 back" for each allocation of a line, the first first. */
async function allocationsOf(lineId: number): Promise<string[]> {
  const found = await fresh().find(
    BatchAllocation,
    { orderLine: lineId },
    { populate: ["batch"], orderBy: { id: "asc" } },
  );
  return found.map(
    ({ batch, quantity, grams, returnedQuantity, parcel }) =>
      `${batch.code} ${quantity} units ${grams} g, ${returnedQuantity} back${parcel ? "" : ", no parcel"}`,
  );
}

async function left({ id }: Pick<Batch, "id">): Promise<number> {
  return (await fresh().findOneOrFail(Batch, id)).gramsLeft;
}

async function timelineOf(order: number, kind: "batches" | "no_batch"): Promise<string[]> {
  return (await fresh().find(OrderEvent, { order, kind })).map(({ message }) => message);
}

describe("what leaves gets its batch", () => {
  it("with its parcel: the oldest that has enough, by net weight", async () => {
    const { product, order, lineId } = await orderOf(3);
    const newer = await makeBatch(context, { product, madeOn: "2026-10-02" });
    const older = await makeBatch(context, { product, madeOn: "2026-09-02", gramsMade: 40_000 });
    await send(context, order);
    expect(await allocationsOf(lineId)).toEqual([`${older.code} 3 units 15000 g, 0 back`]);
    expect([await left(older), await left(newer)]).toEqual([25_000, 500_000]);
    expect(await timelineOf(order.id, "batches")).toEqual([`${product.name} from batch ${older.code}`]);
  });

  it("from the batch that a script names", async () => {
    const { product, order, lineId } = await orderOf(1);
    await makeBatch(context, { product, madeOn: "2026-09-02" });
    const newer = await makeBatch(context, { product, madeOn: "2026-10-02" });
    const lines = [{ productId: product.id, quantity: 1, batch: newer.code }];
    await dispatchByProduct(manager, order.id, { carrier: "DPD", trackingNumber: "D1", lines });
    expect(await allocationsOf(lineId)).toEqual([`${newer.code} 1 units 5000 g, 0 back`]);
  });

  it("takes typed kilograms where nobody has said what a pack weighs", async () => {
    const { product, order, lineId } = await orderOf(2, null);
    const batch = await makeBatch(context, { product });
    await expect(send(context, order)).rejects.toThrow("type its kilograms");
    await send(context, order, [{ lineId, quantity: 2, kilograms: 9.5 }]);
    expect(await allocationsOf(lineId)).toEqual([`${batch.code} 2 units 9500 g, 0 back`]);
  });

  it("when it is collected, and when staff say that it is completed", async () => {
    const collected = await orderOf(1);
    await fresh().nativeUpdate(Order, collected.order.id, {
      delivery: { id: "collection", label: "Collection", price: 0 },
    });
    const first = await makeBatch(context, { product: collected.product });
    const base = { orderId: collected.order.id, from: "processing", note: "" } as const;
    await markOrderReady(manager, base);
    const { collectionCode } = await fresh().findOneOrFail(Order, collected.order.id);
    await handOverOrder(manager, { ...base, collectionCode: collectionCode ?? "" });
    expect(await allocationsOf(collected.lineId)).toEqual([
      `${first.code} 1 units 5000 g, 0 back, no parcel`,
    ]);

    const completed = await orderOf(1);
    const second = await makeBatch(context, { product: completed.product });
    await changeOrderStatus(manager, { ...base, orderId: completed.order.id, to: "completed" });
    expect(await allocationsOf(completed.lineId)).toEqual([
      `${second.code} 1 units 5000 g, 0 back, no parcel`,
    ]);
  });

  it("for good: that it was completed is not taken back once its batches are written down", async () => {
    const { product, order } = await orderOf(1);
    await makeBatch(context, { product });
    const administrator = asUser(context, await makeUser(context, { role: "administrator" }));
    const completed = { orderId: order.id, from: "processing", to: "completed", note: "" } as const;
    await changeOrderStatus(administrator, completed);
    const { id } = await fresh().findOneOrFail(AuditEntry, { area: "orders", subjectId: String(order.id) });
    await expect(callerFor(administrator).audit.revert({ id })).rejects.toThrow("left with their batches");
  });

  it("from the counter, where what cannot have one is told", async () => {
    const product = await makeProduct(context, { price: 2000 });
    await fresh().nativeUpdate(Product, product.id, { netGrams: 5_000 });
    const batch = await makeBatch(context, { product, gramsMade: 10_000 });
    const take = async () => {
      const sold = { quantity: 2, paymentMethod: "cash" } as const;
      const invoiceNumber = await sellAtCounter(manager, product.id, sold);
      return fresh().findOneOrFail(Order, { invoiceNumber });
    };
    const [first, second] = [await take(), await take()];
    expect(await timelineOf(first.id, "batches")).toEqual([`${product.name} from batch ${batch.code}`]);
    expect((await timelineOf(second.id, "no_batch"))[0]).toContain("No open batch has enough left");
    expect(await left(batch)).toBe(0);
  });
});

describe("what comes back into stock leaves its batch", () => {
  const restock = (orderId: number, lineId: number, quantity: number) =>
    inTransaction(context.em, async (em) => {
      const locked = await lockOrder(em, orderId);
      await returnUnits(em, context, locked, [{ lineId, quantity }]);
      await putIntoStock(em, context, locked.lines, [{ lineId, quantity }]);
    });

  it("the last that left first, and a wholly returned allocation stays with no grams", async () => {
    const { product, order, lineId } = await orderOf(4);
    const older = await makeBatch(context, { product, madeOn: "2026-09-02", gramsMade: 15_000 });
    const newer = await makeBatch(context, { product, madeOn: "2026-10-02", gramsMade: 10_000 });
    await send(context, order);
    await restock(order.id, lineId, 2);
    expect(await allocationsOf(lineId)).toEqual([
      `${older.code} 3 units 10000 g, 1 back`,
      `${newer.code} 1 units 0 g, 1 back`,
    ]);
    expect([await left(older), await left(newer)]).toEqual([5_000, 10_000]);
  });

  it("only once they are in stock again: what came back broken is with nobody", async () => {
    const { product, order, lineId } = await orderOf(3);
    const batch = await makeBatch(context, { product });
    await send(context, order, [{ lineId, quantity: 2 }]);
    await inTransaction(context.em, async (em) =>
      returnUnits(em, context, await lockOrder(em, order.id), [{ lineId, quantity: 1 }]),
    );
    expect(await allocationsOf(lineId)).toEqual([`${batch.code} 2 units 10000 g, 1 back`]);
    await restock(order.id, lineId, 0);
    expect(await allocationsOf(lineId)).toEqual([`${batch.code} 2 units 10000 g, 1 back`]);
    await restock(order.id, lineId, 1);
    expect(await allocationsOf(lineId)).toEqual([`${batch.code} 2 units 5000 g, 2 back`]);
  });
});
