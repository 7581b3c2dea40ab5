import { LockMode } from "@mikro-orm/core";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { requireUser } from "../require-user.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { requirePasswordAndCode } from "../two-factor/require-password-and-code.server.ts";
import { hashPassword } from "./hash-password.server.ts";
import { requireGoodPassword } from "./staff-password.server.ts";

/**
 * Changes the signed-in person's password. Their other devices are signed out, their API keys end, and mailed links that could change
 * the account are void; this device stays signed in.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong current password or code, or a new one that is too weak for
 * staff), `rate_limited`.
 */
export async function changePassword(
  context: Context,
  input: { currentPassword: string; newPassword: string; code?: string | undefined },
): Promise<void> {
  const actor = requireUser(context);
  const { currentPassword: password, newPassword, code } = input;
  await requirePasswordAndCode(context, actor, { password, code }, "currentPassword");
  await requireGoodPassword(
    context,
    await context.em.fork().findOneOrFail(User, actor.id),
    "newPassword",
    newPassword,
  );
  const passwordHash = await hashPassword(newPassword);
  const now = context.clock.now();
  await context.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    user.passwordHash = passwordHash;
    user.hasWeakPassword = false;
    await em.flush();
    const endedKeys = await endAccess(context, em, user.id, "password changed");
    await queueEmail(em, {
      key: `password-changed:${user.id}:${now.getTime()}`,
      template: "password-changed",
      recipient: user.email,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        name: user.name,
        endedKeys,
        resetLink: `${context.publicUrl}/forgot-password`,
      },
    });
  });
}
