import { randomInt } from "node:crypto";
import { type EntityManager, LockMode, raw } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Subscriber } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import {
  confirmationLinks,
  endingLinks,
  signatureMatches,
  signatureOf,
  signingSecret,
} from "#server/core/secret.server.ts";
import { signsOfCode } from "#server/core/text.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import { maySeeOutbox } from "#server/email/outbox.server.ts";
import { mayMail, queueEmail } from "#server/email/queue-email.server.ts";
import { shopCookie } from "#server/http/cookies.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { subscribeSchema, verifyCodeSchema } from "./newsletter.schema.ts";
import {
  NEWSLETTER_CONSENT_WORDING,
  NEWSLETTER_FAILURE,
  type NewsletterReply,
  newsletterSources,
} from "./subscriber.ts";
import { leaveOut } from "./subscribers.server.ts";

/** The mailed links that confirm an address. */
export const newsletterConfirmation = confirmationLinks({
  purpose: "newsletter-confirm",
  path: "/newsletter/verify",
});

/** The links that end a subscription. */
export const newsletterEnd = endingLinks({
  purpose: "newsletter-unsubscribe",
  path: "/newsletter/unsubscribe",
});

/** A code as it is stored. */
async function hashCode(em: EntityManager, subscriberId: number, code: string): Promise<string> {
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
    const unsubscribeUrl = await newsletterEnd.linkTo(em, context.publicUrl, subscriber.id);
    await queueEmail(em, context, {
      key: `newsletter-verification:${subscriber.id}:${subscriber.codeHash}`,
      template: "newsletter-verification",
      recipient: subscriber.email,
      unsubscribeUrl,
      props: {
        code,
        link: await newsletterConfirmation.linkTo(em, context.publicUrl, subscriber.id, now),
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

/** The number of wrong attempts after which a code is void and a new one must be mailed. */
const MAX_TRIES = 5;

/** An id that no row has. */
const NOBODY = 0;

export const INVALID_LINK = "Invalid verification link.";

/**
 * Confirms an address by the code that was mailed to it. The refusal is the same for an unknown address, an old code
 * and a wrong one.
 * @throws ShopError `validation_failed`, `rate_limited`
 */
export async function confirmByCode(
  context: Context,
  { email, code }: { email: string; code: string },
): Promise<void> {
  await countAgainstLimit(context, "newsletter-code");
  const now = context.clock.now();
  const isRight = await inTransaction(context.em, async (em) => {
    // A counted attempt does not wait for the disk: one for an address without a code would not, either.
    await em.execute("set local synchronous_commit = off");
    const tried = await countTry(em, email, now);
    const codeHash = await hashCode(em, tried?.id ?? NOBODY, signsOfCode(code));
    if (!tried || codeHash !== tried.codeHash) return false;
    await em.execute("set local synchronous_commit to default");
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    confirm(await em.findOneOrFail(Subscriber, tried.id, { lockMode, populate: ["codeHash"] }), now);
    return true;
  });
  if (!isRight) {
    const message = "Invalid verification code. Please try again.";
    throw new ShopError("validation_failed", message, { fields: { code: [message] } });
  }
}

const triedSchema = z.object({ id: z.number(), codeHash: z.string() });

/**
 * The subscriber of an address whose code may be tried once more; counts this attempt. The same statement for
 * everybody.
 */
async function countTry(em: EntityManager, email: string, now: Date) {
  const [tried] = await rawRows(
    em,
    triedSchema,
    `update newsletter_subscriber set code_tries = code_tries + 1
     where lower(email) = lower(?) and code_hash is not null and code_expires_at > ? and code_tries < ?
     returning id, code_hash as "codeHash"`,
    [email, now, MAX_TRIES],
  );
  return tried;
}

/**
 * Confirms an address by the link that was mailed to it. Harmless when done twice. An address that unsubscribed after
 * the mail stays unsubscribed: only a newer mail can change that.
 * @throws ShopError `bad_request`
 */
export async function confirmByLink(context: Context, token: string): Promise<void> {
  const now = context.clock.now();
  const link = await newsletterConfirmation.read(context.em, token, now);
  const isConfirmed =
    link !== undefined &&
    (await inTransaction(context.em, async (em) => {
      const subscriber = await em.findOne(Subscriber, link.id, {
        lockMode: LockMode.PESSIMISTIC_WRITE,
      });
      if (!subscriber || (subscriber.unsubscribedAt && subscriber.unsubscribedAt >= link.mailedAt)) {
        return false;
      }
      confirm(subscriber, now);
      return true;
    }));
  if (!isConfirmed) throw new ShopError("bad_request", INVALID_LINK);
}

/** Whether a mailed link can still be confirmed, without confirming it. */
export async function isConfirmationLink(context: Context, token: string): Promise<boolean> {
  return (await newsletterConfirmation.read(context.em, token, context.clock.now())) !== undefined;
}

function confirm(subscriber: Subscriber, now: Date): void {
  subscriber.codeHash = null;
  subscriber.codeExpiresAt = null;
  if (subscriber.state === "confirmed") return;
  if (subscriber.state === "unsubscribed") {
    // A stranger may have typed the address again; the owner consents here.
    subscriber.consentWording = NEWSLETTER_CONSENT_WORDING;
    subscriber.consentSource = "newsletter";
    subscriber.consentAt = now;
  }
  subscriber.state = "confirmed";
  subscriber.confirmedAt = now;
}

/**
 * Stores an address as pending, with the evidence of consent; mails nothing yet. A confirmed address stays confirmed,
 * and an unsubscribed one stays so until its owner confirms a new mail: a stranger cannot revoke an objection. The
 * response is the same for every address, so that nobody learns who reads the newsletter.
 * @throws ShopError `rate_limited`
 */
export async function subscribe(
  context: Context,
  { email, source }: { email: string; source: string },
): Promise<void> {
  await countAgainstLimit(context, "newsletter");
  const now = context.clock.now();
  // Also written when nothing changes, so that the time of the response reveals nothing.
  await context.em.fork().execute(
    `insert into newsletter_subscriber as kept (email, consent_wording, consent_source, consent_at, created_at)
     values (?, ?, ?, ?, ?)
     on conflict (lower(email)) do update set
       consent_wording = case kept.state when 'pending' then excluded.consent_wording else kept.consent_wording end,
       consent_source = case kept.state when 'pending' then excluded.consent_source else kept.consent_source end,
       consent_at = case kept.state when 'pending' then excluded.consent_at else kept.consent_at end`,
    [email, NEWSLETTER_CONSENT_WORDING, source, now, now],
  );
}

/**
 * Ends a subscription by the link in its mails; harmless when followed twice.
 * @throws ShopError `bad_request` when the link is not ours
 */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const id = await newsletterEnd.read(context.em, token);
  if (id === undefined) throw new ShopError("bad_request", "This unsubscribe link is not complete.");
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    const subscriber = await em.findOne(Subscriber, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      populate: ["codeHash"],
    });
    // Erased since then: nothing is mailed to it either.
    if (!subscriber || subscriber.state === "unsubscribed") return;
    subscriber.state = "unsubscribed";
    subscriber.unsubscribedAt = now;
    subscriber.codeHash = null;
    subscriber.codeExpiresAt = null;
    await em.flush();
    await leaveOut(em, "subscriber_id", id);
  });
}

/** The address that a browser without JavaScript is confirming, with the code where it is shown on screen. */
const newsletterCookie = () => shopCookie("newsletter", { maxAge: 1800 });

export function newsletterCookieHeader(step: { email: string; shownCode: string | null; sent: boolean }) {
  return newsletterCookie().serialize(step);
}

/** The browser's cookie, unparsed. */
export function readNewsletterCookie(request: Request): Promise<unknown> {
  return newsletterCookie().parse(request.headers.get("cookie"));
}

const formSchema = z.discriminatedUnion("intent", [
  subscribeSchema.extend({
    intent: z.literal("subscribe"),
    source: z.enum(newsletterSources).catch("newsletter"),
  }),
  subscribeSchema.extend({ intent: z.literal("send") }),
  verifyCodeSchema.extend({ intent: z.literal("verify") }),
]);

type NewsletterIntent = z.output<typeof formSchema>["intent"];

/** Handles one step of the newsletter forms; a refusal becomes its message and status. */
export async function handleNewsletterForm(
  context: Context,
  fields: FormData,
): Promise<{ intent: NewsletterIntent | null; reply: NewsletterReply; status: number }> {
  const form = formSchema.safeParse(Object.fromEntries(fields));
  const refused = (message: string) => ({
    ok: false as const,
    message,
    email: String(fields.get("email") ?? ""),
  });
  if (!form.success) {
    const message = form.error.issues.find(({ path }) => path[0] !== "intent")?.message;
    return { intent: null, reply: refused(message ?? NEWSLETTER_FAILURE), status: 400 };
  }
  const { intent, email } = form.data;
  try {
    let shownCode: string | null = null;
    if (form.data.intent === "subscribe") await subscribe(context, form.data);
    if (form.data.intent === "send")
      shownCode = (await sendNewsletterVerification(context, form.data)).shownCode;
    if (form.data.intent === "verify") await confirmByCode(context, form.data);
    return { intent, reply: { ok: true, email, shownCode }, status: 200 };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { intent, reply: refused(error.message), status: error.status };
  }
}
