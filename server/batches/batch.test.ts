import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { Batch, BatchAllocation, BatchWriteOff, OrderLine } from "#db/entities/index.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { linesOf, makeAnalysis, makeBatch, makeMeasuredProduct, send } from "#server/testing/batches.ts";
import { makeOrder, makeProduct, testContext } from "#server/testing/factories.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { allocateBatches } from "./allocate-batches.server.ts";
import { certificateText, certificationClasses, certificationLabels } from "./batch.ts";
import { findBatch } from "./find-batch.server.ts";

const context = await testContext();

async function allocate(batch: Batch, grams: number): Promise<BatchAllocation> {
  const order = await makeOrder(context);
  const em = context.em.fork();
  const orderLine = await em.findOneOrFail(OrderLine, { order: order.id });
  const allocation = em.create(BatchAllocation, { batch: batch.id, orderLine, quantity: 1, grams });
  await em.flush();
  return allocation;
}

async function writeOff(batch: Batch, grams: number): Promise<void> {
  const em = context.em.fork();
  em.create(BatchWriteOff, {
    ...{ batch: batch.id, key: randomUUID(), grams, reason: "Spilt", writtenOffBy: "Test" },
  });
  await em.flush();
}

async function sumsOf({ id }: Batch) {
  const { gramsLeft, gramsAllocated, gramsWrittenOff } = await context.em.fork().findOneOrFail(Batch, id);
  return { gramsLeft, gramsAllocated, gramsWrittenOff };
}

it("counts what is left of a batch from its allocations and write-offs", async () => {
  const batch = await makeBatch(context, { product: await makeProduct(context), gramsMade: 100_000 });
  const allocation = await allocate(batch, 30_000);
  await allocate(batch, 20_000);
  await writeOff(batch, 5_000);
  expect(await sumsOf(batch)).toEqual({ gramsLeft: 45_000, gramsAllocated: 50_000, gramsWrittenOff: 5_000 });

  const em = context.em.fork();
  await em.nativeUpdate(BatchAllocation, { id: allocation.id }, { grams: 10_000 });
  expect(await sumsOf(batch)).toMatchObject({ gramsLeft: 65_000, gramsAllocated: 30_000 });
  await em.nativeDelete(BatchAllocation, { id: allocation.id });
  expect(await sumsOf(batch)).toMatchObject({ gramsLeft: 75_000, gramsAllocated: 20_000 });
});

it("refuses what is more than is left", async () => {
  const batch = await makeBatch(context, { product: await makeProduct(context), gramsMade: 10_000 });
  await allocate(batch, 9_000);
  await expect(writeOff(batch, 1_001)).rejects.toThrow("batch_grams_add_up");
  await expect(allocate(batch, 1_001)).rejects.toThrow("batch_grams_add_up");
  expect(await sumsOf(batch)).toMatchObject({ gramsLeft: 1_000 });
});

it("gives the last of it to one of two who pack it at the same time, and tells the other", async () => {
  const { product, batch } = await makeMeasuredProduct(context, { gramsMade: 5_000 });
  const orders = [1, 2].map(() => makeOrder(context, { lines: [{ product, quantity: 1 }] }));
  const sending = await inTransaction(context.em, async (em) => {
    await em.execute("select from batch where id = ? for update", [batch.id]);
    const both = Promise.allSettled((await Promise.all(orders)).map((order) => send(context, order)));
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
    return { both };
  });
  const outcomes = await sending.both;
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes).toContainEqual({
    status: "rejected",
    reason: expect.objectContaining({ code: "conflict" }),
  });
  expect(await sumsOf(batch)).toMatchObject({ gramsLeft: 0, gramsAllocated: 5_000 });
});

it("gives no unit that comes from a batch a second one", async () => {
  const { product, batch } = await makeMeasuredProduct(context);
  const [line] = await linesOf(context, await makeOrder(context, { lines: [{ product, quantity: 2 }] }));
  const leave = (quantity: number) =>
    inTransaction(context.em, (em) => allocateBatches(em, { units: [{ lineId: line?.id ?? 0, quantity }] }));
  await leave(1);
  await leave(2);
  await leave(2);
  expect(await sumsOf(batch)).toMatchObject({ gramsAllocated: 10_000 });
});

it("moves the sums with an allocation that changes its batch", async () => {
  const product = await makeProduct(context);
  const [from, to] = [await makeBatch(context, { product }), await makeBatch(context, { product })];
  const allocation = await allocate(from, 4_000);
  await context.em.fork().nativeUpdate(BatchAllocation, { id: allocation.id }, { batch: to.id });
  expect(await sumsOf(from)).toMatchObject({ gramsLeft: 500_000, gramsAllocated: 0 });
  expect(await sumsOf(to)).toMatchObject({ gramsLeft: 496_000, gramsAllocated: 4_000 });
});

it("finds a batch by its code with its product and analyses, the newest first", async () => {
  const product = await makeProduct(context);
  const batch = await makeBatch(context, { product });
  await makeAnalysis(context, batch, { analysedOn: "2026-09-01", organicCarbon: 7_000 });
  await makeAnalysis(context, batch, { analysedOn: "2026-10-12", organicCarbon: 8_100, metals: { Pb: 12 } });
  const found = await findBatch(context, batch.code.toLowerCase());
  expect(found).toMatchObject({
    code: batch.code,
    product: { id: product.id, slug: product.slug, gtin: null },
    madeOn: "2026-10-01",
    kilnCelsius: 550,
    status: "open",
    creditStatus: "not_assessed",
    newestAnalysis: { analysedOn: "2026-10-12", organicCarbon: 8_100, metals: { Pb: 12 } },
  });
  expect(found?.analyses.map(({ organicCarbon }) => organicCarbon)).toEqual([8_100, 7_000]);
});

it.each(["", "no such batch", "A".repeat(21), "NONE-1", "../etc"])("finds nothing for %j", async (code) => {
  expect(await findBatch(context, code)).toBeUndefined();
});

it("is said with its class and number, and not at all where there is none", () => {
  const said = (certificationClass: (typeof certificationClasses)[number], certificateNumber = "") =>
    certificateText({ certificationClass, certificateNumber });
  expect(said("agro_organic", "DE-17")).toBe("EBC-AgroOrganic, number DE-17");
  expect(said("feed_plus")).toBe("EBC-FeedPlus");
  expect(said("none")).toBeNull();
});

it("no two classes are called alike", () => {
  expect(new Set(Object.values(certificationLabels)).size).toBe(certificationClasses.length);
});
