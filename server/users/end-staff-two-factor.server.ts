import { User } from "#db/entities/index.ts";
import { command } from "#server/commands/run-command.server.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { requireUser } from "#server/identity/account/user-views.server.ts";
import { requireOpenSession } from "#server/identity/sessions/end-access.server.ts";
import { requirePasswordAndCode } from "#server/identity/two-factor/require-password-and-code.server.ts";
import { saveWithoutStaffTwoFactor } from "#server/settings/save-settings.server.ts";
import { userCommands } from "./users.schema.ts";

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
        await queueEmail(em, {
          key: `staff-two-factor-ended:${at}:${id}`,
          template: "staff-two-factor-ended",
          recipient: email,
          props: {
            store: storeIdentityOf(context.settings, context.publicUrl),
            name,
            byName: actor.name,
            settingsUrl: `${context.publicUrl}/admin/settings?tab=General`,
          },
        });
      }
    });
  },
);
