import type { EntityManager } from "@mikro-orm/postgresql";
import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { idRow, rawRows } from "#server/core/typed-sql.server.ts";
import { isWithinLimit } from "#server/http/limits/rate-limit.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { type EmailName, type EmailProps, renderEmail } from "./email-templates.server.tsx";

/**
 * Counts a mail that strangers can trigger, per recipient and independent of who requested it. Above the limit nothing
 * is sent and nobody is told: the earlier mails have reached the same person, and their links still work.
 */
export async function mayMail(context: Context, recipient: string): Promise<boolean> {
  const { actor } = context;
  if (actor.kind === "user" && isStaff(actor.role)) return true;
  const mailbox = mailboxOf(recipient);
  const isOneTooMany = !(await isWithinLimit(context, "mail-to", mailbox));
  return !isOneTooMany && (await isWithinLimit(context, "mail-to-day", mailbox));
}

/** The mailbox of an address: "Ada+shop@Example.com" is the same as "ada@example.com". */
function mailboxOf(address: string): string {
  const [local = "", ...domain] = address.trim().toLowerCase().split("@");
  return `${local.split("+")[0] || local}@${domain.join("@")}`;
}

interface QueuedEmail<Name extends EmailName> {
  /** The mail's unique key, such as `order-confirmation:INV-1700000000000`: it is never queued twice. */
  key: string;
  template: Name;
  recipient: string;
  props: EmailProps<Name>;
  /** For mails that a person may unsubscribe from: the address for one-click unsubscription. */
  unsubscribeUrl?: string;
  /** Where a reply goes, when not to the sender. */
  replyTo?: string;
  /** One of very many: it is sent after all others that wait. */
  isBulk?: boolean;
}

/**
 * Writes a mail into the outbox and queues its sending, both in the caller's transaction. It is rendered here, so that
 * it states the facts of this moment.
 */
export async function queueEmail<Name extends EmailName>(
  em: EntityManager,
  { key, template, recipient, props, unsubscribeUrl, replyTo, isBulk = false }: QueuedEmail<Name>,
): Promise<void> {
  const { subject, html, text } = await renderEmail(template, props);
  const [queued] = await rawRows(
    em,
    idRow,
    `insert into outbox_email (key, template, recipient, subject, html, text, unsubscribe_url, reply_to)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (key) do nothing returning id`,
    [key, template, recipient, oneLine(subject), html, text, unsubscribeUrl ?? null, replyTo ?? null],
  );
  if (queued) await enqueueJob(em, "send-email", { emailId: queued.id }, { isBulk });
}

/** Subjects may contain what people typed: no line break may add a header. */
function oneLine(subject: string): string {
  return subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, 300);
}
