import { Product } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { resolvePicture } from "#server/media/store-picture.server.ts";
import { takenSlugs } from "./csv/taken-slugs.server.ts";
import { productCommands } from "./product-commands.ts";
import { type ProductState, productRefusals } from "./product-state.ts";
import { freeSlug, slugOf } from "./slug.ts";

/**
 * Puts a new product into the catalogue; its address is made from its name and stays.
 * @throws ShopError `validation_failed`, `payload_too_large`, `unsupported_media_type` with the fields at fault
 */
export const createProduct = command(
  productCommands.create,
  async (context, input): Promise<{ id: number; slug: string }> => {
    const { salePrice = null, taxRate = null, ...rest } = input;
    const state: ProductState = { ...rest, salePrice, taxRate };
    const fields = productRefusals(state);
    if (Object.keys(fields).length > 0) {
      throw new ShopError("validation_failed", "The product cannot be saved like this.", { fields });
    }
    state.imageUrl = await resolvePicture(context.em, input.imageUrl);
    // Two of the same name at once: whoever comes second looks for a free address again.
    return inTransaction(
      context.em,
      async (em) => {
        const wanted = slugOf(state.name);
        const taken = await takenSlugs(em, [wanted]);
        const slug = freeSlug(wanted, (candidate) => taken.has(candidate));
        const product = em.create(Product, { ...state, slug });
        await em.flush();
        invalidateOnCommit(em, "catalogue");
        const { id, name } = product;
        await recordChange(em, context, {
          area: "products",
          action: "created",
          subjectId: id,
          subjectName: name,
          before: {},
          after: { ...state, slug },
        });
        return { id, slug };
      },
      { retryUniqueViolations: true },
    );
  },
);
