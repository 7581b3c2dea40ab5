import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { endAccess } from "#server/identity/sessions/end-access.server.ts";
import { forgetSecondFactors } from "#server/identity/two-factor/forget-second-factors.server.ts";
import { tellOfTwoFactor } from "#server/identity/two-factor/tell-of-two-factor.server.ts";
import { lockUserForChange } from "./lock-user.server.ts";
import { recordUserChange } from "./record-user-change.server.ts";

/**
 * Takes the second factor off the account of somebody who lost phone and recovery codes. Their devices are signed out
 * and they are told by mail. For one's own account it would go around password and code.
 * @throws ShopError `unauthenticated`, `forbidden` (also for oneself), `not_found`, `conflict` (it is off)
 */
export async function resetTwoFactor(context: Context, id: number): Promise<void> {
  requirePermission(context, "users.edit");
  if (context.actor.kind === "user" && context.actor.id === id) {
    throw new ShopError("forbidden", "Turn off your own two-factor sign-in in your account settings.");
  }
  await inTransaction(context.em, async (em) => {
    const { user, refuse } = await lockUserForChange(em, context.actor, id);
    refuse({});
    if (!(await forgetSecondFactors(em, id))) {
      throw new ShopError("conflict", "Two-factor sign-in is off for this account.");
    }
    await endAccess(context, em, id, "second factor reset by staff");
    await recordUserChange(context, em, user, {
      action: "two-factor sign-in reset",
      before: { twoFactor: true },
      after: { twoFactor: false },
    });
    await tellOfTwoFactor(context, em, user, { kind: "reset" });
  });
}
