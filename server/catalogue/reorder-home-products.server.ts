import type { z } from "zod";
import { Product } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { HOME_GRID_SIZE, type homeOrderSchema } from "./storefront/home-grid.ts";
import { lockForEdit } from "./write-product.server.ts";

/**
 * Sets which products stand in the home grid, and in which order. A product that was left out of the grid is shown
 * once it is given a place (docs/rules.md#catalogue-4).
 * @throws ShopError `not_found` for a product that is not sold, `conflict` when the grid was changed meanwhile
 */
export async function reorderHomeProducts(
  context: Context,
  { ids, seenIds }: z.output<typeof homeOrderSchema>,
): Promise<void> {
  requirePermission(context, "products.edit");
  if (new Set(ids).size !== ids.length)
    throw new ShopError("validation_failed", "A product can stand there once.");
  await inTransaction(context.em, async (em) => {
    // Whoever reorders goes one after the other.
    await em.execute("select pg_advisory_xact_lock(hashtext('home grid'))");
    const shown = await em.execute<{ id: number; name: string }[]>(homeGridQuery, [HOME_GRID_SIZE]);
    if (shown.some(({ id }, index) => id !== seenIds[index])) {
      throw new ShopError(
        "conflict",
        "Somebody else changed the home grid meanwhile. Nothing was overwritten.",
      );
    }
    const chosen = await lockForEdit(em, ids);
    if (chosen.some(({ archivedAt }) => archivedAt !== null)) {
      throw new ShopError("not_found", "One of these products is no longer sold.");
    }
    await em.nativeUpdate(Product, { homePosition: { $ne: null } }, { homePosition: null });
    for (const [index, id] of ids.entries()) {
      await em.nativeUpdate(Product, { id }, { homePosition: index + 1, showOnHome: true });
    }
    const nameOf = (id: number) => chosen.find((product) => product.id === id)?.name ?? "";
    await recordChange(em, context, {
      area: "products",
      action: "home grid reordered",
      subjectId: "home-grid",
      subjectName: "Home page grid",
      before: { products: shown.map(({ name }) => name) },
      after: { products: ids.map(nameOf) },
    });
  });
}

const homeGridQuery = `select id, name from product where show_on_home and archived_at is null
  order by home_position, name, id limit ?`;
