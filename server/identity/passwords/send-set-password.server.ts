import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { findUserBy } from "../account/find-user-by.server.ts";
import { passwordLink } from "../verification/account-links.ts";
import { issueAccountToken } from "../verification/issue-account-token.server.ts";

/**
 * Queues the link with which a guest turns the customer record of their order into an account
 * (docs/rules.md#orders-11), in the caller's transaction. At most one an hour.
 */
export async function sendSetPassword(context: Context, em: EntityManager, user: User): Promise<void> {
  const now = context.clock.now();
  await giveMemorableUsername(em, user);
  const { token } = await issueAccountToken(em, { user, purpose: "set_password", email: user.email, now });
  await queueEmail(em, {
    key: `set-password:${user.id}:${now.toISOString().slice(0, 13)}`,
    template: "set-password",
    recipient: user.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: user.name,
      username: user.username,
      link: passwordLink(context.publicUrl, token),
    },
  });
}

/** A guest's record was given a made-up name; where it is free, the address is what its owner will remember. */
async function giveMemorableUsername(em: EntityManager, user: User): Promise<void> {
  if (!user.username.startsWith("guest-") || user.email.length > MAX_USERNAME_LENGTH) return;
  if (await findUserBy(em, "username", user.email)) return;
  user.username = user.email;
  await em.flush();
}

const MAX_USERNAME_LENGTH = 100;
