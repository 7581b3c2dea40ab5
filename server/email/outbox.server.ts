import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { OutboxEmail } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { isPublic, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId, likeLiteral } from "#server/core/fields.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { pageOf } from "#server/core/list-query.ts";
import { allOf, type Condition, condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import {
  BEING_SENT,
  type EmailOutline,
  type EmailSearch,
  type EmailState,
  type EmailView,
  emailCommands,
  emailStateOf,
  KEPT_IN_OUTBOX,
} from "./email-search.ts";
import { bodiesOf, hasSecrets } from "./send-email.server.ts";

const PAGE = 50;

const stateConditions: Record<EmailState, Condition> = {
  sent: condition`sent_at is not null`,
  queued: condition`sent_at is null and failure_message is null`,
  failed: condition`sent_at is null and failure_message <> ${KEPT_IN_OUTBOX}`,
  kept: condition`sent_at is null and failure_message = ${KEPT_IN_OUTBOX}`,
};

/**
 * The outbox, newest first, one page at a time. @throws ShopError `unauthenticated`, `forbidden`
 */
export const searchEmails = read("emails.view", async (context: Context, search: EmailSearch) => {
  const { recipient, state, after } = search;
  const conditions = [
    recipient ? condition`lower(recipient) like ${`${likeLiteral(recipient.toLowerCase())}%`}` : undefined,
    state ? stateConditions[state] : undefined,
    after === undefined ? undefined : condition`id < ${after}`,
  ];
  const rows = await outlineRows(context.em)
    .where(allOf(conditions))
    .limit(PAGE + 1)
    .execute();
  const { page, next } = pageOf(rows, PAGE);
  return { emails: page.map(outlineOf), next };
});

/** The mails of the outbox, newest first. */
function outlineRows(em: EntityManager) {
  return typedSql(em)
    .selectFrom("outbox_email")
    .orderBy("id", "desc")
    .select(({ ref }) => [
      "id",
      "recipient",
      "subject",
      isoTime(ref("created_at")).as("createdAt"),
      isoTime(ref("sent_at")).as("sentAt"),
      "failure_message as failureMessage",
    ]);
}

type OutlineRow = Omit<EmailOutline, "state" | "failure"> & { failureMessage: string | null };

function outlineOf({ failureMessage, ...row }: OutlineRow): EmailOutline {
  const state = emailStateOf({ sentAt: row.sentAt, failureMessage });
  return { ...row, state, failure: row.sentAt ? null : failureMessage };
}

/**
 * One mail with both its bodies. The audit records it, without the address, which it would keep: until a mail is sent
 * its links work, also for anyone who reads it here. @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export const findEmail = read("emails.view", async (context: Context, id: number): Promise<EmailView> => {
  const em = context.em.fork();
  const { mail, view } = await viewOf(em, id);
  if (hasSecrets(view.text)) {
    await recordChange(em, context, {
      area: "emails",
      action: "read",
      subjectId: id,
      subjectName: `Email ${id}`,
      after: { template: mail.template },
    });
  }
  return view;
});

async function viewOf(em: EntityManager, id: number): Promise<{ mail: OutboxEmail; view: EmailView }> {
  const mail = isRowId(id) ? await em.findOne(OutboxEmail, id) : null;
  if (!mail) throw new ShopError("not_found", "There is no such mail.");
  const { recipient, subject, createdAt, sentAt, failureMessage = null } = mail;
  const row = { id, recipient, subject, failureMessage };
  const times = { createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
  return { mail, view: { ...outlineOf({ ...row, ...times }), ...bodiesOf(mail) } };
}

/**
 * Retries an unsent mail at once, unchanged and to the same address. @throws ShopError `unauthenticated`, `forbidden`,
 * `not_found`; `conflict` when it has been sent
 */
export const resendEmail = command(emailCommands.resend, async (context, emailId): Promise<void> => {
  await inTransaction(context.em, async (em) => {
    const mail = await em.findOne(OutboxEmail, emailId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!mail) throw new ShopError("not_found", "There is no such mail.");
    if (mail.sentAt) throw new ShopError("conflict", "This mail has been sent meanwhile.");
    mail.failureMessage = null;
    await em.flush();
    // Two requests make one attempt.
    await enqueueJob(em, "send-email", { emailIds: [emailId] }, { key: `resend-email:${emailId}` });
    await recordChange(em, context, {
      area: "emails",
      action: "sent again",
      subjectId: emailId,
      subjectName: `Email ${emailId}`,
      after: { template: mail.template },
    });
  });
});

/**
 * Retries each chosen mail, each for itself. Returns their subjects and recipients. One that may have arrived and must
 * not come twice is for `resendEmail`, by somebody who has looked at it. @throws ShopError `unauthenticated`,
 * `forbidden`; `conflict` with the reason of each that was not
 */
export const resendMany = command(
  emailCommands.resendMany,
  async (context, { email: chosen }): Promise<{ did: string[] }> => {
    const mails = await context.em
      .fork()
      .find(
        OutboxEmail,
        { id: { $in: chosen } },
        { fields: ["subject", "recipient", "failureMessage"], orderBy: { id: "asc" } },
      );
    const rows = mails.map(({ id, subject, recipient, failureMessage }) => ({
      name: `${subject} (${recipient})`,
      field: "email",
      run: async () => {
        if (failureMessage === BEING_SENT) {
          throw new ShopError("conflict", "It may have arrived. Open it to send it again.");
        }
        await resendEmail(context, id);
      },
    }));
    return { did: await runForEach(rows, "sent again") };
  },
);

/** As many as the list shows. */
const LIST_LENGTH = 100;

/**
 * The newest mails, for people at the machine of the embedded database who open it by a local address. @throws
 * ShopError `not_found`
 */
export async function listOutbox(context: Context): Promise<EmailOutline[]> {
  requireThisMachine(context);
  const rows = await outlineRows(context.em).limit(LIST_LENGTH).execute();
  return rows.map(outlineOf);
}

/** One mail with both its bodies, for the same people. @throws ShopError `not_found` */
export async function findOutboxMail(context: Context, id: number): Promise<EmailView> {
  requireThisMachine(context);
  return (await viewOf(context.em.fork(), id)).view;
}

/**
 * On the embedded database everybody on the same machine may see the outbox, and nobody elsewhere; never that of a
 * public shop.
 */
export function maySeeOutbox({ fromThisMachine }: Pick<Context, "fromThisMachine">): boolean {
  const environment = readEnvironment();
  return environment.EMBEDDED_DATABASE && fromThisMachine && !isPublic(environment);
}

function requireThisMachine(context: Context): void {
  if (!maySeeOutbox(context)) throw new ShopError("not_found", "There is nothing here.");
}
