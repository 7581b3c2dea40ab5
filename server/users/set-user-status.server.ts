import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { endAccess } from "#server/identity/sessions/end-access.server.ts";
import { lockUserForChange } from "./lock-user.server.ts";
import { auditedValues, recordUserChange } from "./record-user-change.server.ts";

/**
 * Suspends a user, whose open sessions and API keys end at once, or activates one again.
 * @throws ShopError `unauthenticated`, `forbidden` (also for suspending oneself), `not_found`, `conflict` (the last
 * administrator)
 */
export async function setUserStatus(
  context: Context,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<void> {
  requirePermission(context, "users.edit");
  await inTransaction(context.em, async (em) => {
    const { user, refuse } = await lockUserForChange(em, context.actor, id);
    refuse({ isActive });
    const before = auditedValues(user);
    user.isActive = isActive;
    await em.flush();
    if (!isActive) await endAccess(context, em, id, "suspended");
    await recordUserChange(context, em, user, { action: isActive ? "activated" : "suspended", before });
  });
}
