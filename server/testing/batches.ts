import { randomUUID } from "node:crypto";
import { Batch, BatchAnalysis, CarbonStatement, type Order, OrderLine, Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { dispatchOrder } from "#server/orders/dispatch.server.ts";
import { updateStatement } from "#server/statements/update-statement.server.ts";
import { asUser, type Columns, makeOrder, makeProduct, makeUser } from "./factories.ts";
import { takeWaitingJobs } from "./mailed.ts";

let made = 0;

type BatchInput = Omit<Columns<Batch>, "product"> & { product: Pick<Product, "id"> };

/** A batch of a product, 500 kg and open unless said. */
export async function makeBatch(context: Context, { product, ...input }: BatchInput): Promise<Batch> {
  made += 1;
  const em = context.em.fork();
  const batch = em.create(Batch, {
    product: product.id,
    code: `T-${process.pid}-${made}`,
    madeOn: "2026-10-01",
    feedstock: "Hardwood forestry residues",
    feedstockOrigin: "Shropshire",
    kilnCelsius: 550,
    gramsMade: 500_000,
    ...input,
  });
  await em.flush();
  return batch;
}

/** An analysis of a batch: 80% organic carbon and H/Corg 0.35 unless said. */
export async function makeAnalysis(
  context: Context,
  batch: Pick<Batch, "id">,
  input: Columns<BatchAnalysis> = {},
): Promise<BatchAnalysis> {
  const em = context.em.fork();
  const analysis = em.create(BatchAnalysis, {
    batch: batch.id,
    key: randomUUID(),
    laboratory: "Test Laboratory",
    analysedOn: "2026-10-10",
    organicCarbon: 8_000,
    hydrogenToCarbon: 350,
    enteredBy: "Test",
    ...input,
  });
  await em.flush();
  return analysis;
}

/** A product of 5 kg a pack, with a batch of so many kilograms that was measured. */
export async function makeMeasuredProduct(
  context: Context,
  { gramsMade = 500_000 }: { gramsMade?: number } = {},
): Promise<{ product: Product; batch: Batch }> {
  const product = await makeProduct(context, { stockQuantity: 500 });
  await context.em.fork().nativeUpdate(Product, product.id, { netGrams: 5_000 });
  const batch = await makeBatch(context, { product, gramsMade, creditStatus: "not_issued" });
  await makeAnalysis(context, batch, { water: 2_000 });
  return { product, batch };
}

let sent = 0;

/** Sends an order, all of it unless its units are named, as a manager does. */
export async function send(
  context: Context,
  order: Pick<Order, "id">,
  lines?: Parameters<typeof dispatchOrder>[1]["lines"],
): Promise<void> {
  sent += 1;
  const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
  const parcel = { carrier: "Royal Mail", trackingNumber: `ST${process.pid}-${sent}`, note: "" };
  await dispatchOrder(manager, { orderId: order.id, from: "processing", ...parcel, lines });
}

/** Runs the jobs about statements that wait, once each, as the job runner does. */
export async function runStatementJobs(context: Context): Promise<void> {
  for (const job of await takeWaitingJobs(context, "settle-statement")) await updateStatement(context, job);
}

/** An order of two packs that was sent, with the statement that was issued of it. */
export async function makeStatement(context: Context, made: Parameters<typeof makeOrder>[1] = {}) {
  const { product, batch } = await makeMeasuredProduct(context);
  const order = await makeOrder(context, { lines: [{ product, quantity: 2 }], ...made });
  await send(context, order);
  await runStatementJobs(context);
  return { product, batch, order, statement: await validStatement(context, order) };
}

/** The statement of an order that is not revoked. @throws Error when there is none */
export async function validStatement(context: Context, { id }: Pick<Order, "id">): Promise<CarbonStatement> {
  return context.em.fork().findOneOrFail(CarbonStatement, { order: id, revokedAt: null });
}

export async function linesOf(context: Context, { id }: Pick<Order, "id">): Promise<OrderLine[]> {
  return context.em.fork().find(OrderLine, { order: id }, { orderBy: { id: "asc" } });
}
