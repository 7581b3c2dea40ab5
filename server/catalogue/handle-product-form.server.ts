import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { schemaOf, touchedFields } from "#server/core/touched-fields.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { productFormSchema, seenBeforeEditSchema } from "./product.schema.ts";
import { shownProduct, textsOfProduct } from "./staff-product.ts";
import { updateProduct } from "./update-product.server.ts";

export const EDIT_PRODUCT_INTENT = "edit-product";

/** A product's form that came back: what was typed, what is wrong with it, or why it was refused. */
export interface RefusedProduct {
  productId: number;
  result: SubmissionResult<string[]>;
  refusal: string | null;
  status: number;
}

/**
 * Saves a product's form as a browser without JavaScript posts it, a chosen picture in it: the fields that differ from
 * what the form showed, and nothing else.
 */
export async function handleProductForm(
  context: Context,
  given: FormData,
): Promise<{ updated: number } | RefusedProduct> {
  const picture = given.get("picture");
  const form = new FormData();
  for (const [name, value] of given) if (typeof value === "string") form.append(name, value);
  const seen = seenBeforeEditSchema.safeParse(Object.fromEntries(form));
  if (!seen.success) throw new ShopError("bad_request", "This form is not known here.");
  const { id, seenVersion, seenStock } = seen.data;
  const stored = await findStaffProduct(context, id);
  const touched = touchedFields(shownProduct(textsOfProduct(stored)), form);
  const submission = parseWithZod(form, { schema: schemaOf(productFormSchema, touched) });
  if (submission.status !== "success") {
    return { productId: id, result: submission.reply(), refusal: null, status: 400 };
  }
  try {
    const change = { ...submission.value, ...(await chosenPicture(picture)) };
    await updateProduct(context, { id, seenVersion, seenStock, change });
    return { updated: id };
  } catch (error) {
    if (!(error instanceof ShopError) || error.status === 401 || error.status === 403) throw error;
    const result = submission.reply({ fieldErrors: error.fields ?? {} });
    return { productId: id, result, refusal: error.message, status: error.status };
  }
}

/** A file field that nothing was chosen in is an empty file. */
async function chosenPicture(picture: FormDataEntryValue | null): Promise<{ imageUrl?: string }> {
  if (!(picture instanceof Blob) || picture.size === 0) return {};
  const bytes = Buffer.from(await picture.arrayBuffer());
  return { imageUrl: `data:application/octet-stream;base64,${bytes.toString("base64")}` };
}
