import { AccountToken, Session } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import {
  findPasswordOwner,
  findUnusedPasswordToken,
  invalidPasswordLink,
} from "./find-password-link.server.ts";
import { hashPassword } from "./hash-password.server.ts";
import { markVerified } from "./mark-verified.server.ts";
import { requireGoodPassword } from "./staff-password.server.ts";

/**
 * Sets a new password with a mailed link. The link works once; it ends every session and voids every other mailed
 * link of the account, so that whoever got in before is out.
 * @throws ShopError `bad_request` when the link is not good, `validation_failed` for a password that is too weak for staff.
 */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  // Before the hash, which is what an attacker could make us pay for.
  const owner = await findPasswordOwner(context, token);
  if (!owner) throw invalidPasswordLink();
  await requireGoodPassword(context, owner, "newPassword", newPassword);
  const passwordHash = await hashPassword(newPassword);
  await context.em.fork().transactional(async (em) => {
    const found = await findUnusedPasswordToken(em, token, context.clock.now());
    if (!found) throw invalidPasswordLink();
    const { user } = found;
    const isFirst = !user.passwordHash;
    user.passwordHash = passwordHash;
    user.hasWeakPassword = false;
    found.token.usedAt = context.clock.now();
    await em.flush();
    await em.nativeDelete(AccountToken, {
      user: user.id,
      id: { $ne: found.token.id },
      purpose: { $ne: "verify_email" },
    });
    await em.nativeDelete(Session, { user: user.id });
    // A guest's first password: the link has proved the address too (resolution B37).
    if (isFirst) await markVerified(em, user);
  });
}
