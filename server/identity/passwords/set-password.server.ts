import { LockMode } from "@mikro-orm/core";
import { User } from "#db/entities/index.ts";
import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { requireUser } from "../account/user-views.server.ts";
import { endUnprovenPasskeys } from "../passkeys/own-passkeys.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { forgetWrongPasswords } from "../sessions/sign-in.server.ts";
import { forgetSecondFactors } from "../two-factor/has-two-factor.server.ts";
import { requirePasswordAndCode } from "../two-factor/require-password-and-code.server.ts";
import { markProven } from "../verification/send-verification.server.ts";
import { hashPassword, requireGoodPassword } from "./password.server.ts";
import { findPasswordOwner, findUnusedPasswordToken, invalidPasswordLink } from "./password-links.server.ts";

/**
 * Changes the signed-in person's password. Their other devices are signed out, their API keys end, and mailed links
 * that could change the account become void. This device stays signed in. @throws ShopError `unauthenticated`,
 * `validation_failed` (wrong current password or code, or a new one that is too weak for staff), `rate_limited`.
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

/**
 * Sets a new password with a mailed link, which works once. It ends every session and API key and voids every other
 * mailed link of the account, so that an intruder loses access. Link and new password together prove the address. If
 * nobody had proven it before, the second factor may belong to a stranger who registered first, so it ends, too.
 * @throws ShopError `bad_request` when the link is invalid, `validation_failed` for a password that is too weak for
 * staff.
 */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  // Check before hashing, which an attacker could otherwise make us pay for.
  const owner = await findPasswordOwner(context, token);
  if (!owner) throw invalidPasswordLink();
  await requireGoodPassword(context, owner, "newPassword", newPassword);
  const passwordHash = await hashPassword(newPassword);
  await context.em.fork().transactional(async (em) => {
    const row = await findUnusedPasswordToken(em, token, context.clock.now());
    if (!row) throw invalidPasswordLink();
    const { user } = row;
    user.passwordHash = passwordHash;
    user.hasWeakPassword = false;
    row.token.usedAt = context.clock.now();
    await em.flush();
    await endAccess(context, em, user.id, "password reset", { keptLink: row.token.id });
    // Never that of staff: an administrator resets it after verifying the person.
    if (!user.emailProvenAt && !isStaff(user.role)) await forgetSecondFactors(em, user.id);
    await endUnprovenPasskeys(context, em, user);
    await markProven(em, user, context.clock.now());
  });
  await forgetWrongPasswords(context, owner);
}
