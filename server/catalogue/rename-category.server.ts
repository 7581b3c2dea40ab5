import type { z } from "zod";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { renameCategorySchema } from "./product.schema.ts";

/**
 * Gives a category another name, or the name of another one, which joins the two.
 * @returns how many products changed
 * @throws ShopError `not_found` when no product has it
 */
export async function renameCategory(
  context: Context,
  { from, to }: z.output<typeof renameCategorySchema>,
): Promise<{ changed: number }> {
  requirePermission(context, "products.edit");
  return inTransaction(context.em, async (em) => {
    const rows = await em.execute<{ id: number }[]>(
      `with locked as (select id from product where category = ? order by id for no key update)
       update product set category = ?, version = version + 1, updated_at = ?
         from locked where product.id = locked.id returning product.id`,
      [from, to, context.clock.now()],
    );
    if (rows.length === 0) throw new ShopError("not_found", `No product is in "${from}" any more.`);
    await recordChange(em, context, {
      area: "products",
      action: "category renamed",
      subjectId: to,
      subjectName: to,
      before: { category: from },
      after: { category: to },
    });
    return { changed: rows.length };
  });
}
