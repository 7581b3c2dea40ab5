import type { EntityManager } from "@mikro-orm/postgresql";
import { isWithinLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { isStaff } from "#server/core/roles.ts";
import { priorityOf } from "#server/jobs/enqueue-job.server.ts";
import { type EmailName, type EmailProps, subjectOf } from "./email-templates.server.tsx";
import { storeIdentityOf } from "./store-identity.ts";

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

/** A mail that is to be sent, with the facts that it states. */
export type QueuedEmail = { [Name in EmailName]: EmailOf<Name> }[EmailName];

interface EmailOf<Name extends EmailName> {
  /** The mail's unique key, such as `order-confirmation:INV-1700000000000`: it is never queued twice. */
  key: string;
  template: Name;
  recipient: string;
  /** What it states in addition to the shop's identity, which every mail states. */
  props: Omit<EmailProps<Name>, "store">;
  /** For mails that a person may unsubscribe from: the address for one-click unsubscription. */
  unsubscribeUrl?: string;
  /** Where a reply goes, when not to the sender. */
  replyTo?: string;
}

interface QueueOptions {
  /** One of very many: it is sent after all others that wait. */
  isBulk?: boolean;
  /** Not sent before then; until then the job of this key can be removed. */
  waits?: { until: Date; key: string };
}

/** Queues one mail, as `queueEmails` does. */
export function queueEmail(
  em: EntityManager,
  context: Context,
  email: QueuedEmail,
  options?: QueueOptions,
): Promise<void> {
  return queueEmails(em, context, [email], options);
}

/**
 * Queues a mail about what happened to an account, in the caller's transaction. The reader of an address that nobody
 * has proven may have nothing to do with the account: such an address gets no more of them than of all else that
 * strangers can cause (docs/rules.md#mails-5).
 */
export async function tellOwner(
  context: Context,
  em: EntityManager,
  isProven: boolean,
  mail: QueuedEmail,
): Promise<void> {
  if (isProven || (await mayMail(context, mail.recipient))) await queueEmail(em, context, mail);
}

/**
 * Writes mails into the outbox and queues their sending as one job, in one statement and in the caller's transaction.
 * The facts that they state are those of this moment; the words are made of them when the mails are sent
 * (docs/decisions/059-mails-are-rendered-when-sent.md).
 */
export async function queueEmails(
  em: EntityManager,
  context: Context,
  emails: readonly QueuedEmail[],
  { isBulk = false, waits }: QueueOptions = {},
): Promise<void> {
  const columns = emails.flatMap((email) => columnsOf(context, email));
  await em.execute(
    `with queued as (
       insert into outbox_email (key, template, recipient, subject, props, unsubscribe_url, reply_to)
       values ${emails.map(() => "(?, ?, ?, ?, ?::json, ?, ?)").join(", ")}
       on conflict (key) do nothing returning id)
     select graphile_worker.add_job('send-email', json_build_object('emailIds', json_agg(id order by id)), priority := ?,
              run_at := ?, job_key := ?)
       from queued having count(*) > 0`,
    [...columns, priorityOf({ isBulk }), waits?.until ?? null, waits?.key ?? null],
  );
}

function columnsOf(context: Context, email: QueuedEmail) {
  const { key, template, recipient, subject, props } = outboxRowOf(context, email);
  const { unsubscribeUrl, replyTo } = email;
  return [key, template, recipient, subject, JSON.stringify(props), unsubscribeUrl ?? null, replyTo ?? null];
}

/** The outbox's row of a mail that nobody unsubscribes from or replies to. */
export function outboxRowOf({ settings, publicUrl }: Context, email: QueuedEmail) {
  const { key, template, recipient } = email;
  const props = { ...email.props, store: storeIdentityOf(settings, publicUrl) };
  return { key, template, recipient, subject: subjectOf(template, props), props };
}

/** In one job, which costs as much as sending half a mail. */
const MAILS_OF_A_JOB = 10;
/** Keeps the transaction short; the rest comes next time. */
const MAILS_AT_ONCE = 1000;

/**
 * Queues the sending of the mails of new orders, several in a job. The statement that writes an order leaves them in
 * `waiting_email`: adding a job took a tenth of it (docs/decisions/060-what-an-order-costs.md).
 */
export async function queueWaitingEmails({ em }: Pick<Context, "em">): Promise<void> {
  await em.fork().execute(
    `with taken as (
       delete from waiting_email where email_id = any (array(
         select email_id from waiting_email order by email_id limit ${MAILS_AT_ONCE} for update skip locked))
       returning email_id
     ), numbered as (
       select email_id, (row_number() over (order by email_id) - 1) / ${MAILS_OF_A_JOB} as job from taken
     )
     select graphile_worker.add_job('send-email', json_build_object('emailIds', json_agg(email_id order by email_id)))
       from numbered group by job order by job`,
  );
}
