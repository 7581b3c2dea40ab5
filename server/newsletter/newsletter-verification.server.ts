import { randomInt } from "node:crypto";
import { type EntityManager, LockMode, raw } from "@mikro-orm/postgresql";
import { Subscriber } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";
import { maySeeOutbox } from "#server/email/find-outbox.server.ts";
import {
  datedToken,
  lastingToken,
  readDatedToken,
  readLastingToken,
} from "#server/email/link-tokens.server.ts";
import { mayMail, queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CONFIRM_WITHIN_MS = 7 * DAY_MS;
/** Links contain the moment in milliseconds; those of earlier versions, still in mailboxes, count days. */
const LARGEST_DAY = 1_000_000;

/** The mailed link that confirms an address; it works for seven days. */
export async function confirmationLink(
  em: EntityManager,
  publicUrl: string,
  subscriberId: number,
  now: Date,
): Promise<string> {
  const token = await datedToken(em, "newsletter-confirm", subscriberId, now);
  return `${publicUrl}/newsletter/verify?${new URLSearchParams({ token })}`;
}

/** The subscriber of a confirmation link and when it was mailed, unless it is too old. */
export async function readConfirmationLink(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ subscriberId: number; mailedAt: Date } | undefined> {
  const link = await readDatedToken(em, "newsletter-confirm", token);
  if (!link) return undefined;
  const mailedAt = new Date(link.stamp <= LARGEST_DAY ? link.stamp * DAY_MS : link.stamp);
  const age = now.getTime() - mailedAt.getTime();
  return age > CONFIRM_WITHIN_MS ? undefined : { subscriberId: link.id, mailedAt };
}

/** The link in each newsletter mail and its List-Unsubscribe header; it never expires. */
export async function unsubscribeLink(
  em: EntityManager,
  publicUrl: string,
  subscriberId: number,
): Promise<string> {
  const token = await lastingToken(em, "newsletter-unsubscribe", subscriberId);
  return `${publicUrl}/newsletter/unsubscribe?${new URLSearchParams({ token })}`;
}

/** The subscriber of an unsubscribe link. */
export function readUnsubscribeLink(em: EntityManager, token: string): Promise<number | undefined> {
  return readLastingToken(em, "newsletter-unsubscribe", token);
}

/** A code as it is stored. */
export async function hashCode(em: EntityManager, subscriberId: number, code: string): Promise<string> {
  return signatureOf(await signingSecret(em), "newsletter-code", `${subscriberId}.${code}`);
}

/**
 * Our signature of a result's message, so that a page can tell our words from a stranger's
 * (docs/rules.md#newsletter-5).
 */
export async function signMessage(em: EntityManager, message: string): Promise<string> {
  return signatureOf(await signingSecret(em), "newsletter-message", message);
}

/** Whether `signMessage` signed exactly this message. */
export async function isOurMessage(em: EntityManager, message: string, signature: string): Promise<boolean> {
  return signatureMatches(await signMessage(em, message), signature);
}

const CODE_LIFETIME_MS = 30 * 60 * 1000;

/**
 * Has a new 6-digit code and a confirmation link mailed to an address that signed up, by a job that looks
 * whether it did: neither the answer nor the time it takes tells who reads the newsletter. Answers the code only where no
 * mail transport is set up and to whom the outbox is shown, for the demonstration on screen; else null, since it would
 * confirm anybody's address.
 * @throws ShopError `rate_limited`, by client address and by the address mailed
 */
export async function sendNewsletterVerification(
  context: Context,
  { email }: { email: string },
): Promise<{ shownCode: string | null }> {
  await countAgainstLimit(context, "newsletter");
  await countAgainstLimit(context, "newsletter-mail", `email:${email}`);
  const isShown = !readEnvironment().SMTP_URL && maySeeOutbox(context);
  // A person who sees the code types it at once: it must be valid before the response.
  if (isShown) return { shownCode: await mailNewsletterCode(context, { email }) };
  await inTransaction(context.em, (em) => enqueueJob(em, "send-newsletter-code", { email }));
  return { shownCode: null };
}

/**
 * The job: mails a code to an address that signed up, whatever its state, and voids the earlier code. Returns the
 * code. When it runs twice, the newer of two mails counts.
 */
export async function mailNewsletterCode(context: Context, { email }: { email: string }): Promise<string> {
  const mayMailThere = await mayMail(context, email);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    const subscriber = await findSubscriberByEmail(em, email, LockMode.PESSIMISTIC_WRITE);
    if (!subscriber || !mayMailThere) return;
    subscriber.codeHash = await hashCode(em, subscriber.id, code);
    subscriber.codeTries = 0;
    subscriber.codeExpiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
    await em.flush();
    const unsubscribeUrl = await unsubscribeLink(em, context.publicUrl, subscriber.id);
    await queueEmail(em, {
      key: `newsletter-verification:${subscriber.id}:${subscriber.codeHash}`,
      template: "newsletter-verification",
      recipient: subscriber.email,
      unsubscribeUrl,
      props: {
        store: storeIdentityOf(context.settings, context.publicUrl),
        code,
        link: await confirmationLink(em, context.publicUrl, subscriber.id, now),
        unsubscribeUrl,
      },
    });
  });
  return code;
}

/** The subscriber of an address, without regard to case, locked as asked. */
function findSubscriberByEmail(
  em: EntityManager,
  email: string,
  lockMode: LockMode,
): Promise<Subscriber | null> {
  return em.findOne(
    Subscriber,
    { [raw("lower(email)")]: email.toLowerCase() },
    { lockMode, populate: ["codeHash"] },
  );
}
