import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { mayMail } from "#server/email/may-mail.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { verificationLink } from "./account-links.ts";
import { issueAccountToken } from "./issue-account-token.server.ts";

/** Queues the mail that proves a person's address, in the caller's transaction, unless it was mailed often just now. */
export async function sendVerification(context: Context, em: EntityManager, user: User): Promise<void> {
  if (!(await mayMail(context, user.email))) return;
  const { id, token } = await issueAccountToken(em, {
    user,
    purpose: "verify_email",
    email: user.email,
    now: context.clock.now(),
  });
  await queueEmail(em, {
    key: `verify-email:${id}`,
    template: "verify-email",
    recipient: user.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: "",
      link: verificationLink(context.publicUrl, user.email, token),
    },
  });
}
