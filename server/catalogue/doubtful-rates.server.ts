import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { productCommands } from "./product-commands.ts";
import { lockForEdit } from "./write-product.server.ts";

/** More than anybody reads at once; the next ones follow as these are settled. */
const MOST_ROWS = 50;

const rowSchema = z.object({
  changeId: z.number(),
  productId: z.number(),
  name: z.string(),
  at: z.coerce.date(),
  actorName: z.string(),
  rateBefore: z.number().nullable(),
  rate: z.number().nullable(),
  priceBefore: z.number().nullable(),
  price: z.number().nullable(),
});

/** A product whose VAT rate nobody may have chosen. Rates in basis points, null for the store's own; prices in pence. */
export type DoubtfulRate = z.output<typeof rowSchema>;

/**
 * The form of products once chose 5% by itself where a product had no rate of its own, and saved it with whatever else
 * was changed. Which rates were meant, no machine can know: products are listed whose rate is still the one that was
 * saved so, until it is changed or somebody says that it is right. The form has since written another rate into an
 * audit entry of its own, which is never in doubt.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const findDoubtfulRates = read("health.view", async (context: Context): Promise<DoubtfulRate[]> => {
  return readDoubtful(context.em.fork());
});

/**
 * Writes down that somebody looked at a product's rate and found it right.
 * @throws ShopError `unauthenticated`, `forbidden`; `conflict` when it is not in doubt any more
 */
export const confirmRate = command(
  productCommands.confirmRate,
  async (context, { productId, changeId }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const [product] = await lockForEdit(em, [productId]);
      const [doubtful] = await readDoubtful(em, productId);
      if (!product || !doubtful || doubtful.changeId !== changeId) {
        throw new ShopError("conflict", "This rate was changed or confirmed meanwhile. Nothing was written.");
      }
      await recordChange(em, context, {
        area: "products",
        action: "VAT rate confirmed",
        subjectId: product.id,
        subjectName: product.name,
        before: {},
        after: { taxRate: doubtful.rate },
      });
    });
  },
);

/** Of one product or of all. */
async function readDoubtful(em: EntityManager, productId: number | null = null): Promise<DoubtfulRate[]> {
  return rawRows(
    em,
    rowSchema,
    `select entry.id as "changeId", product.id as "productId", product.name, entry.at, entry.actor_name as "actorName",
       (entry.before->>'taxRate')::int as "rateBefore", (entry.after->>'taxRate')::int as rate,
       (entry.before->>'price')::int as "priceBefore", (entry.after->>'price')::int as price
     from audit_entry entry join product on product.id = case when entry.subject_id ~ '^[0-9]{1,9}$' then entry.subject_id::int end
     where entry.area = 'products' and entry.action = 'edited' and entry.after->'taxRate' is not null
       and entry.before->'taxRate' is not null
       and (jsonb_exists_any(entry.after, array['price', 'salePrice', 'onSale'])
         or (entry.before->>'taxRate' is null and entry.after->>'taxRate' = '500'))
       and product.archived_at is null and product.id = coalesce(?, product.id)
       and product.tax_rate is not distinct from (entry.after->>'taxRate')::int
       and not exists (select 1 from audit_entry later
         where later.area = 'products' and later.subject_id = entry.subject_id and later.id > entry.id
           and later.after->'taxRate' is not null)
     order by product.name, product.id limit ?`,
    [productId, MOST_ROWS],
  );
}
