import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, OutboxEmail, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { mayMail } from "#server/email/may-mail.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { findUserBy } from "../account/find-user-by.server.ts";
import { greetedAs } from "../account/greeted-as.ts";
import { verificationLink } from "./account-links.ts";
import { hashAccountToken, makeAccountToken } from "./account-token-secret.server.ts";
import { issueAccountToken } from "./issue-account-token.server.ts";

/**
 * Asks for a new address, by a job that writes the mails: neither the answer nor the time it takes tells whether the
 * address has an account. The newest request replaces earlier ones. Runs in the caller's transaction, with the user
 * locked.
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
  // Nobody knows this token: the job makes another in its place.
  const { id } = await issueAccountToken(em, { user, purpose: "change_email", email: newEmail, now });
  await enqueueJob(em, "send-email-change", { tokenId: id });
}

/**
 * The job behind a change of address: mails the new address a confirmation link, unless it has an account, and tells the
 * old one. Harmless when it runs twice, or after the change was given up.
 */
export async function sendEmailChange(context: Context, { tokenId }: { tokenId: number }): Promise<void> {
  await context.em.fork().transactional(async (em) => {
    const asked = await em.findOne(
      AccountToken,
      { id: tokenId, purpose: "change_email", usedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const key = `email-change-requested:${tokenId}`;
    if (!asked || (await em.count(OutboxEmail, { key }))) return;
    const newEmail = asked.email;
    const user = await em.findOneOrFail(User, asked.user.id);
    const store = storeIdentityOf(context.settings, context.publicUrl);
    const mayMailThere = await mayMail(context, newEmail);
    if (!(await findUserBy(em, "email", newEmail)) && mayMailThere) {
      const token = makeAccountToken();
      asked.tokenHash = hashAccountToken("change_email", token);
      await queueEmail(em, {
        key: `confirm-email:${tokenId}`,
        template: "confirm-email",
        recipient: newEmail,
        props: { store, name: "", link: verificationLink(context.publicUrl, newEmail, token) },
      });
    }
    await queueEmail(em, {
      key,
      template: "email-changed",
      recipient: user.email,
      props: {
        store,
        name: greetedAs(user),
        newEmail,
        stage: "requested",
        link: `${context.publicUrl}/forgot-password`,
      },
    });
  });
}
