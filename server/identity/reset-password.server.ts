import { AccountToken, Session } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import {
  findPasswordLink,
  findUnusedPasswordToken,
  invalidPasswordLink,
} from "./find-password-link.server.ts";
import { hashPassword } from "./hash-password.server.ts";
import { markVerified } from "./mark-verified.server.ts";

/**
 * Sets a new password with a mailed link. The link works once; it ends every session and voids every other mailed
 * link of the account, so that whoever got in before is out.
 * @throws ShopError `bad_request` when the link is not good.
 */
export async function resetPassword(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  // Before the hash, which is what an attacker could make us pay for.
  if (!(await findPasswordLink(context, token))) throw invalidPasswordLink();
  const passwordHash = await hashPassword(newPassword);
  await context.em.fork().transactional(async (em) => {
    const found = await findUnusedPasswordToken(em, token, context.clock.now());
    if (!found) throw invalidPasswordLink();
    const { user } = found;
    const isFirst = !user.passwordHash;
    user.passwordHash = passwordHash;
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
