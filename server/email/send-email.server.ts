import { createTransport } from "nodemailer";
import { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { KEPT_IN_OUTBOX } from "./email-search.ts";

/**
 * The parameters in our mails' links that open something: `token` (set a password, prove an address, unsubscribe) and
 * `t` (see an order). db/backup/write-backup.ts and a migration repeat this in SQL.
 */
const LINK_SECRET = /([?&](?:amp;)?t(?:oken)?=)[\w.~%-]+/g;
/** The code in the newsletter's mail, on a line of its own. */
const CODE = /(^|>)\d{6}(?=<|$)/gm;

/** A mail's body for storage after sending: its whole text, with the links disabled. */
export function redactSecrets(body: string): string {
  return body.replace(LINK_SECRET, "$1removed").replace(CODE, "$1removed");
}

export function hasSecrets(body: string): boolean {
  return redactSecrets(body) !== body;
}

/**
 * A mail server that hangs must not block the job queue: nodemailer would wait ten minutes. In milliseconds; SMTP_URL
 * may override it (`?socketTimeout=…`).
 */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
};

/**
 * What stands at a newsletter's mail while it is handed over. Where a process ends in that moment nobody knows whether it
 * arrived: other mails are sent again then, of a newsletter nobody gets two.
 */
const BEING_SENT = "Being sent, or cut off while it was: it may have arrived.";
/** What the outbox keeps of a newsletter's mail: the issue itself stays on the site, the same for everybody. */
const KEPT_AS_ISSUE = "Sent. Its words are those of the issue, under Blog and Q&A, Newsletter.";

/**
 * Sends a queued mail once, and then stores it without working links. Without SMTP_URL it stays in the outbox, where
 * the administrator sees it. @throws when the mail server refuses; the job then retries with growing pauses
 */
export async function sendEmail(context: Context, emailId: number): Promise<void> {
  const em = context.em.fork();
  const mail = await em.findOne(OutboxEmail, emailId);
  if (!mail || mail.sentAt || mail.failureMessage === BEING_SENT) return;
  const environment = readEnvironment();
  if (!environment.SMTP_URL) {
    mail.failureMessage = KEPT_IN_OUTBOX;
    await em.flush();
    return;
  }
  const isNewsletter = mail.template === "newsletter-issue";
  if (isNewsletter) {
    const taken = await em.nativeUpdate(
      OutboxEmail,
      { id: emailId, sentAt: null, $or: [{ failureMessage: null }, { failureMessage: { $ne: BEING_SENT } }] },
      { failureMessage: BEING_SENT },
    );
    if (taken === 0) return;
    await em.refresh(mail);
  }
  const transport = createTransport({ ...PATIENCE, url: environment.SMTP_URL });
  try {
    await transport.sendMail({
      from: environment.MAIL_FROM ?? {
        name: context.settings.storeName,
        address: context.settings.storeEmail,
      },
      to: mail.recipient,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
      // RFC 8058: mail programs show their own button, and one click unsubscribes.
      ...(mail.unsubscribeUrl
        ? {
            headers: {
              "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
          }
        : {}),
    });
    mail.sentAt = context.clock.now();
    mail.failureMessage = null;
    // From here on only the recipient needs its links.
    mail.html = isNewsletter ? KEPT_AS_ISSUE : redactSecrets(mail.html);
    mail.text = isNewsletter ? KEPT_AS_ISSUE : redactSecrets(mail.text);
    mail.unsubscribeUrl = null;
    await em.flush();
  } catch (error) {
    mail.failureMessage = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await em.flush();
    throw error;
  } finally {
    transport.close();
  }
}
