import { z } from "zod";
import { Product } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { ChangeView } from "#server/audit/audit-search.ts";
import { fieldLabel } from "#server/audit/change-words.ts";
import { changedSince, revertibleFields } from "#server/audit/revertible.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProductChange } from "./product-state.ts";
import { updateProduct } from "./update-product.server.ts";
import { stateOf } from "./write-product.server.ts";

const pence = z.number().int().min(0);
const valuesSchema = z.object({
  price: pence.optional(),
  salePrice: pence.nullable().optional(),
  onSale: z.boolean().optional(),
  stockQuantity: pence.optional(),
});

/**
 * Takes back the prices and the stock of one change of a product. Prices only while nobody changed them again; the
 * stock by the difference, so that units sold since stay sold.
 * @throws ShopError `not_found`; `conflict` when a price was changed again since, or more was sold than would be left
 */
export async function revertProduct(context: Context, change: ChangeView): Promise<void> {
  requirePermission(context, "products.edit");
  const id = Number(change.subjectId);
  const product = await context.em.fork().findOne(Product, id);
  if (!product) throw new ShopError("not_found", "Product not found");
  const fields = revertibleFields(change);
  const prices = fields.filter((name) => name !== "stockQuantity");
  const [again] = changedSince(prices, change.after, { ...stateOf(product) });
  if (again !== undefined) {
    throw new ShopError(
      "conflict",
      `${fieldLabel(again)} of "${product.name}" has been changed again since. Nothing was taken back.`,
    );
  }
  const before = valuesSchema.parse(pick(change.before, fields));
  const seenStock = valuesSchema.parse(pick(change.after, fields)).stockQuantity;
  await updateProduct(context, {
    id,
    change: before as ProductChange,
    seenVersion: product.version,
    seenStock,
    revertOf: change.id,
  });
}

function pick(values: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
