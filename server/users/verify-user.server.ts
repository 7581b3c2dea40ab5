import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { markVerified } from "#server/identity/verification/mark-verified.server.ts";
import { lockUserForChange } from "./lock-user.server.ts";
import { auditedValues, recordUserChange } from "./record-user-change.server.ts";

/**
 * Verifies a user by hand, with all that the mailed link alone brings: research access. Guest orders of the address need
 * the link together with the account, since anybody may ask staff for this. Harmless for one who is verified.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export async function verifyUser(context: Context, id: number): Promise<void> {
  requirePermission(context, "users.edit");
  await inTransaction(context.em, async (em) => {
    const { user, refuse } = await lockUserForChange(em, context.actor, id);
    refuse({});
    if (user.isVerified) return;
    const before = auditedValues(user);
    await markVerified(em, user);
    // Staff see the result at once; the job that does the same finds nothing to do.
    user.hasResearchAccess = true;
    await recordUserChange(context, em, user, { action: "verified", before });
  });
}
