import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { queueStatementsOfBatch } from "#server/batches/queue-statements.server.ts";
import { Batch, BatchAllocation, BatchAnalysis, Product, UseStatement } from "../entities/index.ts";
import type { DemoOrder } from "./demo-orders.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of the product that is sold by the kilogram. */
const SLUG = "specialized-plant-biochar";
/** So many of the newest orders were packed from batches, and every so manieth buyer said what it is for. */
const PACKED_ORDERS = 20;
const STATED_EVERY = 3;
/** Between the kiln and the first order. */
const RESTED_DAYS = 14;

/** Two batches with their analyses, the orders that were packed from them, and what some buyers use them for. */
export async function createDemoBatches(
  em: EntityManager,
  made: readonly DemoOrder[],
  { now }: { now: Date },
): Promise<void> {
  await em.flush();
  const product = await em.findOneOrFail(Product, { slug: SLUG });
  const packed = made
    .filter(({ order, lines }) => order.status === "completed" && lines.some(isOf(product)))
    .slice(-PACKED_ORDERS);
  const firstPacked = Math.min(now.getTime(), ...packed.map(({ order }) => order.createdAt.getTime()));
  const older = createBatch(em, product, {
    madeOn: dayBefore(new Date(firstPacked), RESTED_DAYS),
    gramsMade: 2_400_000,
    kilnCelsius: 560,
  });
  createBatch(em, product, { madeOn: dayBefore(now, 20), gramsMade: 3_100_000, kilnCelsius: 580 });
  for (const [index, { order, lines }] of packed.entries()) {
    for (const line of lines.filter(isOf(product))) {
      em.create(BatchAllocation, {
        batch: older,
        orderLine: line,
        quantity: line.quantity,
        grams: line.quantity * (product.netGrams ?? 0),
        createdAt: order.dispatchedAt ?? order.createdAt,
      });
    }
    if (index % STATED_EVERY > 0) continue;
    em.create(UseStatement, { order, use: index === 0 ? "compost" : "soil", statedAt: order.createdAt });
  }
  await em.flush();
  await queueStatementsOfBatch(em, older.id);
}

function isOf(product: Product) {
  return (line: DemoOrder["lines"][number]) => line.product.id === product.id;
}

/** An ISO date. */
function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}

function createBatch(
  em: EntityManager,
  product: Product,
  { madeOn, ...made }: { madeOn: string; gramsMade: number; kilnCelsius: number },
): Batch {
  const batch = em.create(Batch, {
    ...made,
    product,
    madeOn,
    code: `DEMO-${madeOn}`,
    feedstock: "Forestry thinnings of oak and ash",
    feedstockOrigin: "Wyre Forest",
    creditStatus: "not_issued",
    transportGramsPerKilogram: 40,
  });
  em.create(BatchAnalysis, {
    batch,
    key: randomUUID(),
    laboratory: "Demo Laboratory",
    analysedOn: madeOn,
    organicCarbon: 8_240,
    hydrogenToCarbon: 340,
    ash: 780,
    water: 1_800,
    ph: 910,
    pah: 2_600,
    metals: { Pb: 1_500, Cd: 90, Cu: 11_000, Ni: 4_200, Hg: 10, Zn: 48_000, Cr: 6_100, As: 400 },
    enteredBy: "Morgan Manager",
  });
  return batch;
}
