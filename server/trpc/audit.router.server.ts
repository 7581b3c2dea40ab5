import { auditCommands, auditSearchSchema } from "#server/audit/audit-search.ts";
import { findChange, findChanges } from "#server/audit/find-changes.server.ts";
import { revertibleFields } from "#server/audit/revertible.ts";
import { revertProduct } from "#server/catalogue/update-product.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { revertSettings } from "#server/settings/save-settings.server.ts";
import { mutation, permitted } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

/** Takes a change back. It stands here because that is the work of the feature it was made in. */
const revertChange = command(auditCommands.revert, async (context, { id }): Promise<{ reverted: number }> => {
  const change = await findChange(context, id);
  if (change.revertedBy !== null) {
    throw new ShopError("conflict", "This change has been taken back already.");
  }
  if (revertibleFields(change).length === 0) {
    throw new ShopError("conflict", "This kind of change cannot be taken back here.");
  }
  if (change.area === "settings") await revertSettings(context, change);
  else await revertProduct(context, change);
  return { reverted: change.id };
});

export const auditRouter = router({
  search: permitted("audit.view")
    .input(auditSearchSchema)
    .query(({ ctx, input }) => findChanges(ctx, input)),
  revert: mutation(revertChange),
});
