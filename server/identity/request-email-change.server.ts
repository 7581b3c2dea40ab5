import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, type User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import { verificationLink } from "./account-links.ts";
import { findUserBy } from "./find-user-by.server.ts";
import { issueAccountToken } from "./issue-account-token.server.ts";

/**
 * Mails the new address a confirmation link and tells the old one. The newest request replaces earlier ones. An
 * address that has an account already gets no link, and the person who asked is not told that it has one.
 * Runs in the caller's transaction, with the user locked.
 * @throws ShopError `rate_limited`
 */
export async function requestEmailChange(
  context: Context,
  em: EntityManager,
  user: User,
  newEmail: string,
): Promise<void> {
  await countAgainstLimit(context, "account-mail", `change-email:${user.id}`);
  const now = context.clock.now();
  await em.nativeDelete(AccountToken, { user: user.id, purpose: "change_email" });
  const { id, token } = await issueAccountToken(em, { user, purpose: "change_email", email: newEmail, now });
  if (!(await findUserBy(em, "email", newEmail))) {
    await queueEmail(em, {
      key: `confirm-email:${id}`,
      template: "confirm-email",
      recipient: newEmail,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        name: user.name,
        link: verificationLink(context.publicUrl, newEmail, token),
      },
    });
  }
  await queueEmail(em, {
    key: `email-change-requested:${id}`,
    template: "email-changed",
    recipient: user.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: user.name,
      newEmail,
      stage: "requested",
    },
  });
}
