import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AuditEntry,
  Batch,
  BatchAllocation,
  type Order,
  OrderEvent,
  OrderLine,
  OutboxEmail,
} from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { returnFromCustomer, returnToBatches } from "./allocate-batches.server.ts";
import { describeStatus } from "./batch.ts";
import { quarantineBatch, releaseBatch } from "./change-batch.server.ts";
import { findBatch } from "./find-batch.server.ts";
import { exportAffectedOrders, findAffectedOrders, recallBatch } from "./recall-batch.server.ts";

const context = await testContext();
const manager = asUser(context, await makeUser(context, { role: "shop_manager", name: "Mona Manager" }));

const fresh = () => context.em.fork();

async function allocate(order: Pick<Order, "id">, batch: Pick<Batch, "id">, quantity: number) {
  const em = fresh();
  const orderLine = await em.findOneOrFail(OrderLine, { order: order.id });
  em.create(BatchAllocation, { batch: batch.id, orderLine, quantity, grams: quantity * 1_000 });
  await em.flush();
  return orderLine.id;
}

async function giveBack(lineId: number, quantity: number) {
  await context.em.fork().transactional(async (em) => {
    const line = await em.findOneOrFail(OrderLine, lineId);
    Object.assign(line, {
      leftQuantity: line.quantity,
      returnedQuantity: quantity,
      returnedToStock: quantity,
    });
    await returnFromCustomer(em, [lineId]);
    await returnToBatches(em, [lineId]);
  });
}

/** By hand, from every row: the orders that kept a unit of a batch. */
async function bruteForce(batch: Pick<Batch, "id">): Promise<Record<string, number>> {
  const all = await fresh().findAll(BatchAllocation, { populate: ["orderLine.order"] });
  const kept: Record<string, number> = {};
  for (const { batch: of, orderLine, quantity, returnedQuantity } of all) {
    if (of.id !== batch.id || quantity === returnedQuantity) continue;
    const number = orderLine.order.invoiceNumber;
    kept[number] = (kept[number] ?? 0) + quantity - returnedQuantity;
  }
  return kept;
}

describe("a recall", () => {
  it("lists exactly whom a look at every row lists, whatever was packed and came back", async () => {
    const product = await makeProduct(context);
    const step = fc.record({
      order: fc.nat(3),
      batch: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 4 }),
      back: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const batches = [await makeBatch(context, { product }), await makeBatch(context, { product })];
        const orders = await Promise.all(
          [0, 1, 2, 3].map(() => makeOrder(context, { lines: [{ product, quantity: 8 }] })),
        );
        const packed = new Map<number, number>();
        for (const { order: place, batch, quantity, back } of steps) {
          const [order, from] = [orders[place], batches[batch]];
          if (!order || !from || (packed.get(order.id) ?? 0) + quantity > 8) continue;
          packed.set(order.id, (packed.get(order.id) ?? 0) + quantity);
          const lineId = await allocate(order, from, quantity);
          await giveBack(lineId, 8 - Math.max(0, (packed.get(order.id) ?? 0) - back));
        }
        for (const batch of batches) {
          const affected = await findAffectedOrders(manager, batch.id);
          expect(
            Object.fromEntries(affected.map(({ invoiceNumber, quantity }) => [invoiceNumber, quantity])),
          ).toEqual(await bruteForce(batch));
          const { gramsMade, gramsLeft, gramsAllocated, gramsWrittenOff } = await fresh().findOneOrFail(
            Batch,
            batch.id,
          );
          expect(gramsMade).toBe(gramsLeft + gramsAllocated + gramsWrittenOff);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("stops packing and mails each order once, with the reason", async () => {
    const product = await makeProduct(context);
    const batch = await makeBatch(context, { product });
    const order = await makeOrder(context, { customerEmail: "recalled@example.com" });
    await allocate(order, batch, 1);
    const recall = { batchId: batch.id, reason: "Too moist", message: "Keep it closed.", seenOrders: 1 };
    expect(await recallBatch(manager, recall)).toEqual({ mails: 1 });
    expect(await recallBatch(manager, recall)).toEqual({ mails: 0 });
    expect(await fresh().findOneOrFail(Batch, batch.id)).toMatchObject({
      status: "quarantined",
      quarantineReason: "Too moist",
    });
    const mails = await fresh().find(OutboxEmail, {
      template: "batch-recall",
      key: { $like: `%${batch.code}%` },
    });
    expect(mails.map(({ recipient }) => recipient)).toEqual(["recalled@example.com"]);
    expect(await fresh().count(OrderEvent, { order: order.id, kind: "recalled" })).toBe(1);
    expect(await fresh().count(AuditEntry, { area: "batches", subjectId: String(batch.id) })).toBe(2);
  });

  it("of two staff at once mails each order once, and is written down once", async () => {
    const batch = await makeBatch(context, { product: await makeProduct(context) });
    const orders = [await makeOrder(context), await makeOrder(context)];
    for (const order of orders) await allocate(order, batch, 1);
    const recall = { batchId: batch.id, reason: "Too moist", message: "Keep it closed.", seenOrders: 2 };
    const recalling = await inTransaction(context.em, async (em) => {
      await em.execute("select from customer_order where id = ? for update", [orders[0]?.id]);
      const both = [recallBatch(manager, recall), recallBatch(manager, recall)];
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
      return { both };
    });
    const mails = (await Promise.all(recalling.both)).map((answer) => answer.mails);
    expect(mails.sort()).toEqual([0, 2]);
    for (const order of orders) {
      expect(await fresh().count(OrderEvent, { order: order.id, kind: "recalled" })).toBe(1);
    }
    expect(await fresh().count(OutboxEmail, { key: { $like: `%${batch.code}%` } })).toBe(2);
    const subjectId = String(batch.id);
    expect(await fresh().count(AuditEntry, { area: "batches", subjectId, action: "recalled" })).toBe(1);
  });

  it("mails again, once, when the batch is called back anew after a release", async () => {
    const batch = await makeBatch(context, { product: await makeProduct(context) });
    await allocate(await makeOrder(context), batch, 1);
    const recall = { batchId: batch.id, reason: "Too moist", message: "Keep it closed.", seenOrders: 1 };
    await recallBatch(manager, recall);
    await releaseBatch(manager, { batchId: batch.id });
    const later = { ...manager, clock: fixedClock("2026-03-09T12:00:00Z") };
    const anew = { ...recall, reason: "Metal in it" };
    expect(await recallBatch(later, anew)).toEqual({ mails: 1 });
    expect(await recallBatch(later, anew)).toEqual({ mails: 0 });
    const mails = await fresh().find(OutboxEmail, { key: { $like: `%${batch.code}%` } });
    expect(mails.map(({ props }) => props)).toMatchObject([
      { reason: "Too moist" },
      { reason: "Metal in it" },
    ]);
  });

  it("lists an erased buyer, whom no mail reaches, without an address, and mails the others", async () => {
    const batch = await makeBatch(context, { product: await makeProduct(context) });
    await allocate(await makeOrder(context, { customerEmail: "erased-7@erased.invalid" }), batch, 1);
    await allocate(await makeOrder(context, { customerEmail: "there@example.com" }), batch, 1);
    const recall = { batchId: batch.id, reason: "Too moist", message: "Keep it closed.", seenOrders: 2 };
    expect(await recallBatch(manager, recall)).toEqual({ mails: 1 });
    expect(await findAffectedOrders(manager, batch.id)).toMatchObject([
      { customerName: "Gwen Guest", customerEmail: "", mail: "none" },
      { customerEmail: "there@example.com", mail: "sent" },
    ]);
    const mails = await fresh().find(OutboxEmail, { key: { $like: `%${batch.code}%` } });
    expect(mails.map(({ recipient }) => recipient)).toEqual(["there@example.com"]);
  });

  it("is told to everybody who reads the batch's label, until it is released", async () => {
    const { id, code } = await makeBatch(context, { product: await makeProduct(context) });
    await quarantineBatch(manager, { batchId: id, reason: "Looked at" });
    const label = async () => {
      const batch = await findBatch({ em: fresh() }, code);
      return batch && describeStatus(batch).label;
    };
    expect(await label()).toBe("In quarantine");
    const recall = { batchId: id, reason: "Too moist", message: "Keep it closed.", seenOrders: 0 };
    await recallBatch(manager, recall);
    expect(await label()).toBe("Called back");
    await releaseBatch(manager, { batchId: id });
    expect(await label()).toBe("Open");
  });

  it("mails nobody when others have it than were seen, and is in quarantine all the same", async () => {
    const product = await makeProduct(context);
    const batch = await makeBatch(context, { product });
    await allocate(await makeOrder(context), batch, 1);
    const recall = { batchId: batch.id, reason: "Too moist", message: "Keep it closed.", seenOrders: 0 };
    await expect(recallBatch(manager, recall)).rejects.toThrow("1 orders have some of it now, not 0");
    expect(await fresh().findOneOrFail(Batch, batch.id)).toMatchObject({
      status: "quarantined",
      recalledAt: null,
    });
  });

  it("is a file for those who telephone", async () => {
    const product = await makeProduct(context);
    const batch = await makeBatch(context, { product });
    const order = await makeOrder(context);
    await allocate(order, batch, 1);
    const pieces: string[] = [];
    for await (const piece of await exportAffectedOrders(manager, batch.id)) pieces.push(piece);
    expect(pieces.join("")).toContain(`${order.invoiceNumber},Gwen Guest,guest@example.com`);
  });
});
