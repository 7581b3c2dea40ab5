import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, type User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { mayMail } from "#server/email/may-mail.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { findUserBy } from "../account/find-user-by.server.ts";
import { greetedAs } from "../account/greeted-as.ts";
import { passwordLink } from "../verification/account-links.ts";
import { issueAccountToken } from "../verification/issue-account-token.server.ts";

/** The job behind "forgot password": mails a link when the address has an active account. */
export async function sendPasswordReset(context: Context, { email }: { email: string }): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const user = await findUserBy(em, "email", email);
    if (!user?.isActive || user.erasedAt || !(await mayMail(context, user.email))) return;
    await queuePasswordReset(context, em, user);
  });
}

/** Queues the mail with the link, in the caller's transaction. Of several only the newest opens something. */
export async function queuePasswordReset(context: Context, em: EntityManager, user: User): Promise<void> {
  await em.nativeDelete(AccountToken, { user: user.id, purpose: "reset_password" });
  const { id, token } = await issueAccountToken(em, {
    user,
    purpose: "reset_password",
    email: user.email,
    now: context.clock.now(),
  });
  await queueEmail(em, {
    key: `reset-password:${id}`,
    template: "reset-password",
    recipient: user.email,
    props: {
      store: storeIdentityOf(context.settings, context.publicUrl),
      name: greetedAs(user),
      username: user.username,
      link: passwordLink(context.publicUrl, token),
    },
  });
}
