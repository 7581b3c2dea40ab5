import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { rawRow, rawRows } from "#server/core/typed-sql.server.ts";

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

/** For what people wait, the most wanted first. */
export interface WaitedFor {
  people: number;
  products: { id: number; name: string; people: number }[];
}

const namedSchema = countSchema.extend({ name: z.string() });
const sumSchema = z.object({ people: z.number() });

/** How many requests wait in all, and the products that most wait for. */
export const findWaitedFor = read(
  "orders.create",
  async ({ em }: Context, limit: number): Promise<WaitedFor> => {
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
  },
);
