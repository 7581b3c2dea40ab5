import { User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { endAccess, forgetSecondFactors, requireOpenSession } from "#server/accounts/end-access.server.ts";
import { notifyOfTwoFactor, requirePasswordAndCode } from "#server/accounts/second-factor.server.ts";
import { markVerified } from "#server/accounts/send-verification.server.ts";
import { queuePasswordReset, sendSetPassword } from "#server/accounts/set-password.server.ts";
import { requireUser } from "#server/accounts/user-views.server.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { saveWithoutStaffTwoFactor } from "#server/settings/save-settings.server.ts";
import { auditedValues, lockUserForChange, recordUserChange } from "./edit-user.server.ts";
import { userCommands } from "./users.schema.ts";

/**
 * Suspends a user, whose open sessions and API keys end at once, or activates one again.
 * @throws ShopError `unauthenticated`, `forbidden` (also for suspending oneself), `not_found`, `conflict` (the last
 * administrator)
 */
export const setUserStatus = command(
  userCommands.setStatus,
  async (context, { id, isActive }): Promise<{ isActive: boolean }> => {
    await inTransaction(context.em, async (em) => {
      const { user, assertMayChange } = await lockUserForChange(em, context.actor, id);
      assertMayChange({ isActive });
      const before = auditedValues(user);
      user.isActive = isActive;
      await em.flush();
      if (!isActive) await endAccess(context, em, id, "suspended");
      await recordUserChange(context, em, user, { action: isActive ? "activated" : "suspended", before });
    });
    return { isActive };
  },
);

/**
 * Suspends each chosen user, each for itself. Returns their names. @throws ShopError `unauthenticated`, `forbidden`;
 * `conflict` with the reason of each that was not, oneself among them
 */
export const suspendMany = command(userCommands.suspendMany, async (context, { user }) => ({
  did: await setStatusOfEach(context, user, false),
}));

/** Activates each chosen user again, as `suspendMany` suspends them. */
export const activateMany = command(userCommands.activateMany, async (context, { user }) => ({
  did: await setStatusOfEach(context, user, true),
}));

async function setStatusOfEach(
  context: Context,
  chosen: readonly number[],
  isActive: boolean,
): Promise<string[]> {
  const users = await context.em
    .fork()
    .find(User, { id: { $in: [...chosen] } }, { fields: ["name", "isActive"], orderBy: { id: "asc" } });
  const word = isActive ? "activated" : "suspended";
  const rows = users.map((user) => ({
    name: user.name,
    field: "user",
    run: async () => {
      // Else a second press would end the sessions of nobody and write that it did.
      if (user.isActive === isActive) {
        throw new ShopError("conflict", `This account is ${isActive ? "active" : "suspended"} already.`);
      }
      await setUserStatus(context, { id: user.id, isActive });
    },
  }));
  return runForEach(rows, word);
}

/**
 * Verifies a user by hand, with the effect of a mailed link opened without signing in: research access. Guest orders
 * of the address need link and account together, since anybody may ask staff for this. Harmless for verified users.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export const verifyUser = command(userCommands.verify, async (context, id): Promise<void> => {
  await inTransaction(context.em, async (em) => {
    const { user, assertMayChange } = await lockUserForChange(em, context.actor, id);
    assertMayChange({});
    if (user.isVerified) return;
    const before = auditedValues(user);
    await markVerified(em, user);
    // Staff see the result at once; the job that does the same then finds nothing to do.
    user.hasResearchAccess = true;
    await recordUserChange(context, em, user, { action: "verified", before });
  });
});

/**
 * Removes the second factor of somebody who lost phone and recovery codes. Their devices are signed out and they get a
 * mail. Not for one's own account, where it would bypass password and code. @throws ShopError `unauthenticated`,
 * `forbidden` (also for oneself), `not_found`, `conflict` (it is off)
 */
export const resetTwoFactor = command(userCommands.resetTwoFactor, async (context, id): Promise<void> => {
  if (context.actor.kind === "user" && context.actor.id === id) {
    throw new ShopError("forbidden", "Turn off your own two-factor sign-in in your account settings.");
  }
  await inTransaction(context.em, async (em) => {
    const { user, assertMayChange } = await lockUserForChange(em, context.actor, id);
    assertMayChange({});
    if (!(await forgetSecondFactors(em, id))) {
      throw new ShopError("conflict", "Two-factor sign-in is off for this account.");
    }
    await endAccess(context, em, id, "second factor reset by staff");
    await recordUserChange(context, em, user, {
      action: "two-factor sign-in reset",
      before: { twoFactor: true },
      after: { twoFactor: false },
    });
    await notifyOfTwoFactor(context, em, user, { kind: "reset" });
  });
});

/**
 * Mails a user a link to set a new password, or a guest's first one. Only its owner ever sees the password. Returns
 * the address. @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict` (suspended), `rate_limited`
 */
export const sendUserPasswordReset = command(
  userCommands.sendPasswordReset,
  async (context, id): Promise<{ recipient: string }> => {
    await countAgainstLimit(context, "account-mail", `staff-reset:${id}`);
    return inTransaction(context.em, async (em) => {
      const { user, assertMayChange } = await lockUserForChange(em, context.actor, id);
      assertMayChange({});
      if (!user.isActive) {
        throw new ShopError(
          "conflict",
          "This account is suspended. Activate it before its password is reset.",
        );
      }
      if (user.passwordHash) await queuePasswordReset(context, em, user);
      else await sendSetPassword(context, em, user);
      const after = { passwordLinkSentTo: user.email };
      await recordUserChange(context, em, user, { action: "password link sent", before: {}, after });
      return { recipient: user.email };
    });
  },
);

/**
 * Lets all staff sign in without a second factor, for somebody who shows that it is them; every administrator is told by
 * mail. @throws ShopError `unauthenticated`, also for a key; `forbidden`; `validation_failed` (wrong password or code),
 * `rate_limited`
 */
export const endStaffTwoFactor = command(
  userCommands.endStaffTwoFactor,
  async (context, { currentPassword, code }): Promise<void> => {
    const actor = requireUser(context);
    await requirePasswordAndCode(context, actor, { password: currentPassword, code }, "currentPassword");
    await inTransaction(context.em, async (em) => {
      await requireOpenSession(em, actor);
      if (!(await saveWithoutStaffTwoFactor(em, context))) return;
      const at = context.clock.now().getTime();
      for (const { id, name, email } of await em.find(User, { role: "administrator", isActive: true })) {
        await queueEmail(em, context, {
          key: `staff-two-factor-ended:${at}:${id}`,
          template: "staff-two-factor-ended",
          recipient: email,
          props: {
            name,
            byName: actor.name,
            settingsUrl: `${context.publicUrl}/admin/settings?tab=General`,
          },
        });
      }
    });
  },
);
