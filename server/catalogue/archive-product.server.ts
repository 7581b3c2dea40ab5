import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import type { SeenProduct } from "./product.schema.ts";
import { productCommands } from "./product-commands.ts";
import { lockForEdit, refuseOverwriting } from "./write-product.server.ts";

/**
 * Takes a product out of the shop. Its row, its orders and its address stay; carts say that it is no longer sold.
 * @throws ShopError `not_found`, `conflict`
 */
export const archiveProduct = command(productCommands.archive, async (context, seen): Promise<void> => {
  await setArchived(context, seen, context.clock.now());
});

/**
 * Puts an archived product back into the shop.
 * @throws ShopError `not_found`, `conflict`
 */
export const restoreProduct = command(productCommands.restore, async (context, seen): Promise<void> => {
  await setArchived(context, seen, null);
});

function setArchived(
  context: Context,
  { id, seenVersion }: SeenProduct,
  archivedAt: Date | null,
): Promise<void> {
  return inTransaction(context.em, async (em) => {
    const [product] = await lockForEdit(em, [id]);
    if (!product) throw new ShopError("not_found", "Product not found");
    refuseOverwriting(product, seenVersion);
    const wasArchived = product.archivedAt !== null;
    product.archivedAt = archivedAt;
    await em.flush();
    invalidateOnCommit(em, "catalogue");
    await recordChange(em, context, {
      area: "products",
      action: archivedAt ? "archived" : "restored",
      subjectId: id,
      subjectName: product.name,
      before: { isArchived: wasArchived },
      after: { isArchived: archivedAt !== null },
    });
  });
}
