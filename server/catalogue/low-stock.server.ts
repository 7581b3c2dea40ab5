import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import {
  type Condition,
  condition,
  rawRow,
  rawRows,
  type TypedSql,
  wholeNumber,
} from "#server/core/typed-sql.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import { catalogueRows } from "./product-rows.server.ts";

/** So many are named; the others are counted. */
export const NAMED = 5;

type StockSettings = Pick<StoreSettings, "stockManagement" | "lowStockThreshold">;

/** The products on sale that are at or below the low-stock threshold, the scarcest first; none while stock is not managed. */
export const findLowStock = read("orders.create", async (context: Context) => {
  const { lowStockThreshold } = context.settings;
  if (!isManaged(context.settings)) return { count: 0, products: [] };
  const low = (sql: TypedSql) =>
    sql.selectFrom("product").where("archived_at", "is", null).where(isLow(lowStockThreshold));
  // Kept in memory while no stock moves: no index knows it.
  const reader = { em: context.em.fork() };
  const products = await catalogueRows(reader, (sql) =>
    low(sql)
      .orderBy("stock_quantity")
      .orderBy("id")
      .limit(NAMED)
      .select(["id", "name", "stock_quantity as left"]),
  );
  if (products.length < NAMED) return { count: products.length, products };
  const [counted] = await catalogueRows(reader, (sql) => low(sql).select(wholeNumber`count(*)`.as("count")));
  return { count: counted?.count ?? products.length, products };
});

export type LowStock = Awaited<ReturnType<typeof findLowStock>>;

/** Whether anything can run low: stock is kept, and there is a threshold. */
export function isManaged({ stockManagement, lowStockThreshold }: StockSettings): boolean {
  return stockManagement && lowStockThreshold >= 1;
}

/** Of `product`: no more is left than this. */
export function isLow(threshold: number): Condition {
  return condition`stock_quantity <= ${threshold}`;
}

interface StockChange {
  id: number;
  before: number;
  after: number;
}

/**
 * Queues one mail about the products that a change by staff brings from above the low-stock threshold down to it: in the
 * transaction of the change, so that it comes once for each crossing. What shoppers buy is in the mail of their order.
 */
export async function noteLowStock(
  em: EntityManager,
  { settings, actor }: Pick<Context, "settings" | "actor">,
  changes: readonly StockChange[],
): Promise<void> {
  const productIds = changes.filter((change) => crossesThreshold(settings, change)).map(({ id }) => id);
  if (productIds.length === 0) return;
  await enqueueJob(em, "tell-of-low-stock", { productIds, changedBy: actorName(actor) });
}

function crossesThreshold(settings: StockSettings, { before, after }: StockChange): boolean {
  const { stockManagement, lowStockThreshold } = settings;
  return stockManagement && before > lowStockThreshold && after <= lowStockThreshold;
}

/** How many wait for each product, by its id. */
export type WaitingForStock = Record<number, number>;

const countSchema = z.object({ id: z.number(), people: z.number() });

/** Of these products, how many people wait for each; those for which nobody does are left out. */
export const countWaitingFor = read(
  "orders.create",
  async ({ em }: Context, productIds: readonly number[]): Promise<WaitingForStock> => {
    if (productIds.length === 0) return {};
    const rows = await rawRows(
      em.fork(),
      countSchema,
      `select product_id as id, count(*)::int as people from stock_alert
        where state = 'waiting' and product_id in (?) group by product_id`,
      [productIds],
    );
    return Object.fromEntries(rows.map(({ id, people }) => [id, people]));
  },
);

const namedSchema = countSchema.extend({ name: z.string() });
const sumSchema = z.object({ people: z.number() });

/** How many requests wait in all, and the products that most wait for. */
export const findWaitedFor = read("orders.create", async ({ em }: Context, limit: number) => {
  const reader = em.fork();
  const { people } = await rawRow(
    reader,
    sumSchema,
    "select count(*)::int as people from stock_alert where state = 'waiting'",
  );
  if (people === 0) return { people, products: [] };
  const products = await rawRows(
    reader,
    namedSchema,
    `select product.id, product.name, count(*)::int as people
         from stock_alert join product on product.id = product_id
        where state = 'waiting' group by product.id order by people desc, product.id limit ?`,
    [limit],
  );
  return { people, products };
});
