import { z } from "zod";
import { auditSearchSchema } from "#server/audit/audit-search.ts";
import { findChange, findChanges } from "#server/audit/find-changes.server.ts";
import { revertibleFields } from "#server/audit/revertible.ts";
import { revertProduct } from "#server/catalogue/update-product.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { revertSettings } from "#server/settings/save-settings.server.ts";
import { permitted } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

const idSchema = z.object({ id: z.int().min(1).max(2_147_483_647) });

/** The audit, and the way back. It stands here because taking a change back is the work of the feature it was made in. */
export const auditRouter = router({
  search: permitted("audit.view")
    .input(auditSearchSchema)
    .query(({ ctx, input }) => findChanges(ctx, input)),
  revert: permitted("audit.revert")
    .input(idSchema)
    .mutation(async ({ ctx, input }) => {
      const change = await findChange(ctx, input.id);
      if (change.revertedBy !== null) {
        throw new ShopError("conflict", "This change has been taken back already.");
      }
      if (revertibleFields(change).length === 0) {
        throw new ShopError("conflict", "This kind of change cannot be taken back here.");
      }
      if (change.area === "settings") await revertSettings(ctx, change);
      else await revertProduct(ctx, change);
      return { reverted: change.id };
    }),
});
