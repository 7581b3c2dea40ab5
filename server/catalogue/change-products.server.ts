import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { type BulkChange, bulkChanged, bulkRefusal } from "./bulk-change.ts";
import { lockForEdit, refuseOverwriting, stateOf, writeProduct } from "./write-product.server.ts";

const NAMED = 5;

/**
 * Changes price and stock of several products: all of them or, when one cannot take it, none.
 * @throws ShopError `not_found`, `conflict`, `validation_failed` naming the products that cannot take the change
 */
export async function changeProducts(context: Context, change: BulkChange): Promise<{ changed: number }> {
  requirePermission(context, "products.edit");
  const seenById = new Map(change.products.map((seen) => [seen.id, seen]));
  return inTransaction(context.em, async (em) => {
    const products = await lockForEdit(em, [...seenById.keys()]);
    const refusals: string[] = [];
    const planned = products.map((product) => {
      const seen = seenById.get(product.id);
      refuseOverwriting(product, seen?.seenVersion ?? 0);
      const next = bulkChanged(stateOf(product), change, seen?.seenStock ?? 0);
      const refusal = bulkRefusal(next);
      if (refusal) refusals.push(`${product.name}: ${refusal}`);
      return { product, next };
    });
    if (refusals.length > 0) throw new ShopError("validation_failed", listOf(refusals));
    for (const { product, next } of planned) {
      await writeProduct(em, context, product, next, { action: "changed in bulk" });
    }
    return { changed: planned.length };
  });
}

function listOf(refusals: string[]): string {
  const more = refusals.length - NAMED;
  const named = refusals.slice(0, NAMED).join("; ");
  return `Nothing was changed. ${named}${more > 0 ? `; and ${more} more` : ""}.`;
}
