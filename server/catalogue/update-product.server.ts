import { z } from "zod";
import { Product } from "#db/entities/index.ts";
import {
  type ChangeSummary,
  changedSince,
  fieldLabel,
  revertibleFields,
} from "#server/audit/change-labels.ts";
import type { ChangeView } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { pick, schemaOf, touchedFields } from "#server/core/touched-fields.ts";
import { dataUrlsOf, resolvePicture, textsOf } from "#server/media/uploads.server.ts";
import { priceStepSchema } from "#server/pricing/price-step.schema.ts";
import { inOrder } from "#server/pricing/price-steps.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { noteLowStock } from "./low-stock.server.ts";
import { packCells } from "./pack.schema.ts";
import { expectedStateSchema, productFormSchema } from "./product.schema.ts";
import { type ProductUpdate, productCommands } from "./product-commands.ts";
import { auditedDocuments } from "./product-media.schema.ts";
import { mediaOf, resolveMedia, writeMedia } from "./product-media.server.ts";
import {
  changedProduct,
  type ProductChange,
  shownProduct,
  stockAfter,
  textsOfProduct,
} from "./product-state.ts";
import { assertCurrentVersion, lockForEdit, stateOf, writeProduct } from "./write-product.server.ts";

/**
 * Changes a product; its address stays. The stock changes by the difference between what was typed and what was seen,
 * so that units sold meanwhile stay sold (docs/decisions/015-stock-edits-are-differences.md).
 * @returns its new version, and what changed
 * @throws ShopError `not_found`; `conflict` when somebody else saved it meanwhile, or more was sold than the new
 * count leaves; `validation_failed`, `payload_too_large`, `unsupported_media_type` with the fields at fault
 */
export const updateProduct = command(
  productCommands.update,
  async (context, update): Promise<{ version: number; change: ChangeSummary | null }> => {
    const { id, change, seenVersion, revertOf } = update;
    const media = await resolveMedia(context.em, update.media ?? {});
    const picture =
      change.imageUrl === undefined ? {} : { imageUrl: await resolvePicture(context.em, change.imageUrl) };
    return inTransaction(context.em, async (em) => {
      const [product] = await lockForEdit(em, [id]);
      if (!product) throw new ShopError("not_found", "Product not found");
      if (seenVersion !== undefined) assertCurrentVersion(product, seenVersion);
      const next = changedProduct(stateOf(product), { ...change, ...picture, ...newStock(product, update) });
      const before = product.stockQuantity;
      const recorded = await writeProduct(em, context, product, next, { action: "edited", revertOf });
      await writeMedia(em, context, product, media, { revertOf });
      await noteLowStock(em, context, [{ id, before, after: product.stockQuantity }]);
      return { version: product.version, change: recorded };
    });
  },
  { read: readProductForm },
);

/**
 * A product's form, with a picture if one was chosen: changes only the fields that differ from what is saved, and the
 * stock where it differs from what was seen.
 */
async function readProductForm(context: Context, submitted: FormData) {
  const [chosen] = await dataUrlsOf(submitted.getAll("picture"));
  const picture = chosen === undefined ? {} : { imageUrl: chosen };
  const form = textsOf(submitted);
  const expected = expectedStateSchema.safeParse(Object.fromEntries(form));
  if (!expected.success) throw new ShopError("bad_request", "This form is not known here.");
  const { id, seenStock: stockQuantity } = expected.data;
  const shown = shownProduct(textsOfProduct({ ...(await findStaffProduct(context, id)), stockQuantity }));
  const touched = touchedFields(shown, form);
  const schema = schemaOf(productFormSchema, touched).transform(
    (change): ProductUpdate => ({ ...expected.data, change: { ...change, ...picture } }),
  );
  return { form, schema };
}

function newStock(product: Product, { change, seenStock }: ProductUpdate): { stockQuantity?: number } {
  const requestedStock = change.stockQuantity;
  if (requestedStock === undefined) return {};
  if (seenStock === undefined) return { stockQuantity: requestedStock + product.heldQuantity };
  const stockQuantity = stockAfter(product.stockQuantity, { typed: requestedStock, expected: seenStock });
  if (stockQuantity >= 0) return { stockQuantity };
  const message = `Stock went from ${seenStock} to ${product.stockQuantity} while you were editing. Please count again.`;
  throw new ShopError("conflict", message, { fields: { stockQuantity: [message] } });
}

const pence = z.number().int().min(0);
/** As the audit keeps them. */
const valuesSchema = z.object({
  price: pence.optional(),
  salePrice: pence.nullable().optional(),
  onSale: z.boolean().optional(),
  stockQuantity: pence.optional(),
  ...z.object({ ...packCells, mixedIntoSoil: z.boolean() }).partial().shape,
  priceSteps: z.array(priceStepSchema).optional(),
  imageUrl: z.string().optional(),
  pictures: z.array(z.string()).optional(),
  documents: auditedDocuments.optional(),
});

/**
 * Undoes the change of prices, stock, pack, pictures and documents in one edit of a product. All but the stock only
 * while nobody has changed them again; the stock by the difference, so that units sold since stay sold.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when one of them was changed again since, or
 * more was sold than would be left; `validation_failed` where it no longer goes with the rest
 */
export async function revertProduct(context: Context, change: ChangeView): Promise<void> {
  const id = Number(change.subjectId);
  const product = await context.em.fork().findOne(Product, id);
  if (!product) throw new ShopError("not_found", "Product not found");
  const fields = revertibleFields(change);
  const compared = fields.filter((name) => name !== "stockQuantity");
  // The database orders the keys of JSON its own way.
  const after = inKnownOrder(change.after, fields);
  const [again] = changedSince(compared, after, { ...stateOf(product), ...mediaOf(product) });
  if (again !== undefined) {
    throw new ShopError(
      "conflict",
      `${fieldLabel(again)} of "${product.name}" has been changed again since. Nothing was taken back.`,
    );
  }
  const { pictures, documents, ...before } = inKnownOrder(change.before, fields);
  await updateProduct(context, {
    id,
    change: before as ProductChange,
    media: { pictures, documents },
    seenVersion: product.version,
    seenStock: after.stockQuantity,
    revertOf: change.id,
  });
}

function inKnownOrder(values: Record<string, unknown>, fields: string[]) {
  const { priceSteps, ...others } = valuesSchema.parse(pick(values, fields));
  return priceSteps ? { ...others, priceSteps: inOrder(priceSteps) } : others;
}
