import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { queuePasswordReset } from "#server/identity/passwords/send-password-reset.server.ts";
import { sendSetPassword } from "#server/identity/passwords/send-set-password.server.ts";
import { lockUserForChange } from "./lock-user.server.ts";
import { recordUserChange } from "./record-user-change.server.ts";

/**
 * Mails a user the link to a new password; a guest, who has none yet, the link to their first. Nobody sees the
 * password but its owner. Returns the address.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict` (suspended), `rate_limited`
 */
export async function sendUserPasswordReset(context: Context, id: number): Promise<string> {
  requirePermission(context, "users.edit");
  await countAgainstLimit(context, "account-mail", `staff-reset:${id}`);
  return inTransaction(context.em, async (em) => {
    const { user, refuse } = await lockUserForChange(em, context.actor, id);
    refuse({});
    if (!user.isActive) {
      throw new ShopError("conflict", "This account is suspended. Activate it before its password is reset.");
    }
    if (user.passwordHash) await queuePasswordReset(context, em, user);
    else await sendSetPassword(context, em, user);
    const after = { passwordLinkSentTo: user.email };
    await recordUserChange(context, em, user, { action: "password link sent", before: {}, after });
    return user.email;
  });
}
