import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import type { FoundToken } from "./find-account-token.server.ts";
import { findUserBy } from "./find-user-by.server.ts";
import { markVerified } from "./mark-verified.server.ts";
import { isSameAddress } from "./same-address.ts";

/**
 * Lets a changed address take effect, now that its owner followed the link; the old address is told (resolution
 * B45). Says whether the link was good. Runs in the caller's transaction, with token and user locked.
 */
export async function confirmEmailChange(
  context: Context,
  em: EntityManager,
  { token, user }: FoundToken,
): Promise<boolean> {
  const alreadyDone = isSameAddress(user.email, token.email);
  if (token.usedAt) return alreadyDone;
  const owner = await findUserBy(em, "email", token.email);
  if (owner && owner.id !== user.id) return false;

  const oldAddress = user.email;
  user.email = token.email;
  token.usedAt = context.clock.now();
  await em.flush();
  // Links that went to the old address, or to another new one, are worth nothing any more.
  await em.nativeDelete(AccountToken, { user: user.id, id: { $ne: token.id } });
  await markVerified(em, user);
  if (!alreadyDone) {
    await queueEmail(em, {
      key: `email-changed:${token.id}`,
      template: "email-changed",
      recipient: oldAddress,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        name: user.name,
        newEmail: user.email,
        stage: "changed",
      },
    });
  }
  return true;
}
