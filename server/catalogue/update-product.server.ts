import { z } from "zod";
import { Product } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import type { ChangeView } from "#server/audit/audit-search.ts";
import { fieldLabel } from "#server/audit/change-labels.ts";
import { changedSince, revertibleFields } from "#server/audit/revertible.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { resolvePicture } from "#server/media/store-picture.server.ts";
import { changedProduct, type ProductChange, stockAfter } from "./product-state.ts";
import { lockForEdit, refuseOverwriting, stateOf, writeProduct } from "./write-product.server.ts";

interface ProductUpdate {
  id: number;
  /** `stockQuantity` is a count of the warehouse beside `seenStock`, else what can be sold now. */
  change: ProductChange;
  /** The version the person began from; without it the last one to save wins, field by field. */
  seenVersion?: number | undefined;
  seenStock?: number | undefined;
  /** The audit entry that this takes back. */
  revertOf?: number | undefined;
}

/**
 * Changes a product; its address stays. The stock is changed by the difference between what was typed and what was
 * seen, so that units sold meanwhile stay sold (docs/decisions/015-stock-edits-are-differences.md).
 * @returns its new version
 * @throws ShopError `not_found`; `conflict` when somebody else saved it meanwhile, or more was sold than the new count
 * leaves; `validation_failed`, `payload_too_large`, `unsupported_media_type` with the fields at fault
 */
export async function updateProduct(context: Context, update: ProductUpdate): Promise<{ version: number }> {
  requirePermission(context, "products.edit");
  const { id, change, seenVersion, revertOf } = update;
  const picture =
    change.imageUrl === undefined ? {} : { imageUrl: await resolvePicture(context.em, change.imageUrl) };
  return inTransaction(context.em, async (em) => {
    const [product] = await lockForEdit(em, [id]);
    if (!product) throw new ShopError("not_found", "Product not found");
    if (seenVersion !== undefined) refuseOverwriting(product, seenVersion);
    const next = changedProduct(stateOf(product), { ...change, ...picture, ...newStock(product, update) });
    await writeProduct(em, context, product, next, { action: "edited", revertOf });
    return { version: product.version };
  });
}

function newStock(product: Product, { change, seenStock }: ProductUpdate): { stockQuantity?: number } {
  const typed = change.stockQuantity;
  if (typed === undefined) return {};
  if (seenStock === undefined) return { stockQuantity: typed + product.heldQuantity };
  const stockQuantity = stockAfter(product.stockQuantity, { typed, seen: seenStock });
  if (stockQuantity >= 0) return { stockQuantity };
  const message = `Stock went from ${seenStock} to ${product.stockQuantity} while you were editing. Please count again.`;
  throw new ShopError("conflict", message, { fields: { stockQuantity: [message] } });
}

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
