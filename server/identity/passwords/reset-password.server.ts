import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { endUnprovenPasskeys } from "../passkeys/own-passkeys.server.ts";
import { forgetWrongPasswords } from "../sessions/count-sign-in.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { forgetSecondFactors } from "../two-factor/forget-second-factors.server.ts";
import { markProven } from "../verification/mark-verified.server.ts";
import {
  findPasswordOwner,
  findUnusedPasswordToken,
  invalidPasswordLink,
} from "./find-password-link.server.ts";
import { hashPassword } from "./hash-password.server.ts";
import { requireGoodPassword } from "./staff-password.server.ts";

/**
 * Sets a new password with a mailed link. The link works once; it ends every session and API key and voids every
 * other mailed link of the account, so that whoever got in before is out. Link and new password together prove the
 * address. Where nobody had proven it before, the second factor may be a stranger's who registered first: it ends, too.
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
    user.passwordHash = passwordHash;
    user.hasWeakPassword = false;
    found.token.usedAt = context.clock.now();
    await em.flush();
    await endAccess(context, em, user.id, "password reset", { keptLink: found.token.id });
    // Never that of staff: an administrator resets it, who knows whom they talk to.
    if (!user.emailProvenAt && !isStaff(user.role)) await forgetSecondFactors(em, user.id);
    await endUnprovenPasskeys(context, em, user);
    await markProven(em, user, context.clock.now());
  });
  await forgetWrongPasswords(context, owner);
}
