import type { EntityManager } from "@mikro-orm/postgresql";
import { createTransport } from "nodemailer";
import { prepared } from "#db/connections.ts";
import type { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { condition, idRow, preparedRows, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { BEING_SENT, KEPT_IN_OUTBOX } from "./email-search.ts";
import { type EmailBodies, isEmailName, renderEmail } from "./email-templates.server.tsx";

/**
 * The parameters in our mails' links that open something: `token` (set a password, prove an address, unsubscribe),
 * `t` (see an order) and `arrived` (a test mail has come). db/backup/write-backup.ts repeats this in SQL.
 */
const LINK_SECRET = /([?&](?:amp;)?(?:t|token|arrived)=)[\w.~%-]+/g;
/** The code in the newsletter's mail, on a line of its own. */
const CODE = /(^|>)\d{6}(?=<|$)/gm;
/** The code for which the yard hands an order over, behind its sentence in templates/order-mails.tsx. */
const COLLECTION_CODE = /(names this code:\s(?:<!-- -->)?(?:<strong>)?)[A-Z2-9]{6}/g;

/** A mail's body for storage after sending: its whole text, without what opens something. */
export function redactSecrets(body: string): string {
  return [LINK_SECRET, CODE, COLLECTION_CODE].reduce(
    (text, secret) => text.replace(secret, "$1removed"),
    body,
  );
}

export function hasSecrets(body: string): boolean {
  return redactSecrets(body) !== body;
}

/** What the outbox keeps of a newsletter's mail: the issue itself stays on the site, the same for everybody. */
const KEPT_AS_ISSUE = "Sent. Its words are those of the issue, under Blog and Q&A, Newsletter.";

/** What a mail is rendered from, and the words of one that was. */
type StoredContent = Pick<OutboxEmail, "template" | "props" | "html" | "text">;

/**
 * The words of a mail: as they are stored, or made now of the facts that were queued with it.
 * @throws Error for a mail that only a newer version of the shop can render
 */
export function bodiesOf({ template, props, html, text }: StoredContent): EmailBodies {
  if (!props) return { html, text };
  if (!isEmailName(template)) throw new Error(`This version of the shop has no mail ${template}.`);
  return renderEmail(template, props);
}

/**
 * Sends the mails of a job that are not sent yet, each once, and then stores them without working links. Without
 * SMTP_URL they stay in the outbox, where the administrator sees them. @throws when the mail server refuses one; the
 * job then retries with growing pauses
 */
export async function sendEmails(context: Context, emailIds: readonly number[]): Promise<void> {
  const em = context.em.fork();
  const { SMTP_URL } = readEnvironment();
  if (!SMTP_URL) {
    await em.execute(
      `update outbox_email set failure_message = ?
        where id in (?) and sent_at is null and failure_message is distinct from ?`,
      [KEPT_IN_OUTBOX, emailIds, BEING_SENT],
    );
    return;
  }
  const unsent = await typedSql(em)
    .selectFrom("outbox_email")
    .where("id", "in", emailIds)
    .where(condition`sent_at is null and failure_message is distinct from ${BEING_SENT}`)
    .select(["id", "template", "recipient", "subject", "props", "html", "text"])
    .select(["unsubscribe_url as unsubscribeUrl", "reply_to as replyTo"])
    .execute();
  const mails = await takeThoseSentOnce(em, unsent);
  if (mails.length === 0) return;
  // Each at once: a process that is killed sends again what is not written down.
  const outcomes = await Promise.allSettled(
    mails.map(async (mail) => store(em, await send(context, SMTP_URL, mail))),
  );
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? String(outcome.reason) : (outcome.value ?? []),
  );
  if (failures.length > 0) throw new Error(failures.join("; "));
}

type UnsentMail = StoredContent &
  Pick<OutboxEmail, "id" | "recipient" | "subject"> & {
    unsubscribeUrl: string | null;
    replyTo: string | null;
  };

const isNewsletter = ({ template }: Pick<UnsentMail, "template">) => template === "newsletter-issue";

const isSentOnce = (mail: UnsentMail) => isNewsletter(mail) || mail.template === "stock-back";

/** Marks what nobody may get twice as being sent; of what another job has marked meanwhile none is left. */
async function takeThoseSentOnce(em: EntityManager, mails: UnsentMail[]): Promise<UnsentMail[]> {
  const sentOnce = mails.filter(isSentOnce).map(({ id }) => id);
  if (sentOnce.length === 0) return mails;
  const taken = await rawRows(
    em,
    idRow,
    `update outbox_email set failure_message = ?
      where id in (?) and sent_at is null and failure_message is distinct from ? returning id`,
    [BEING_SENT, sentOnce, BEING_SENT],
  );
  const ids = new Set(taken.map(({ id }) => id));
  return mails.filter((mail) => !isSentOnce(mail) || ids.has(mail.id));
}

interface Outcome {
  id: number;
  /** Null when it was refused. */
  sentAt: Date | null;
  failureMessage: string | null;
  /** What the outbox keeps of a mail that was sent. */
  html: string | null;
  text: string | null;
}

async function send(context: Context, smtpUrl: string, mail: UnsentMail): Promise<Outcome> {
  const { settings, clock } = context;
  try {
    const bodies = bodiesOf(mail);
    await mailServerAt(smtpUrl).sendMail({
      from: readEnvironment().MAIL_FROM ?? { name: settings.storeName, address: settings.storeEmail },
      to: mail.recipient,
      subject: mail.subject,
      ...bodies,
      // nodemailer's own choice for words in Latin letters; to make it, it would look at each letter.
      textEncoding: "quoted-printable",
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
    // From here on only the recipient needs its links.
    const storedText = isNewsletter(mail) ? () => KEPT_AS_ISSUE : redactSecrets;
    return {
      id: mail.id,
      sentAt: clock.now(),
      failureMessage: null,
      html: storedText(bodies.html),
      text: storedText(bodies.text),
    };
  } catch (error) {
    const failureMessage = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    return { id: mail.id, sentAt: null, failureMessage, html: null, text: null };
  }
}

/** With parameters: the ORM would look at each letter of the words to write them into the statement. */
const storeSql = prepared(
  "store-mail",
  `update outbox_email set sent_at = $2::timestamptz, failure_message = $3, html = coalesce($4, html),
          text = coalesce($5, text), props = case when $2::timestamptz is null then props end,
          unsubscribe_url = case when $2::timestamptz is null then unsubscribe_url end
    where id = $1 returning id`,
);

/** Writes down what became of a mail. Returns why it was refused, or null. */
async function store(
  em: EntityManager,
  { id, sentAt, failureMessage, html, text }: Outcome,
): Promise<string | null> {
  await preparedRows(em, idRow, storeSql, [id, sentAt, failureMessage, html, text]);
  return failureMessage;
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

/** Closed after so long without a mail, before the mail server does it in the middle of the next one. */
const IDLE_MILLISECONDS = 30_000;
/** As many mails at a time. */
const CONNECTIONS = 2;

type MailServer = ReturnType<typeof connectionsTo>;

let current: { url: string; server: MailServer } | undefined;

/**
 * The mail server, over connections that are kept for the next mail. A mail goes over another connection only while no
 * byte of it was sent over the first: after that nobody knows whether it arrived, and its job decides.
 */
function mailServerAt(url: string): MailServer {
  if (current?.url !== url) {
    closeMailConnections();
    current = { url, server: connectionsTo(url) };
  }
  return current.server;
}

function connectionsTo(url: string) {
  return createTransport({
    ...PATIENCE,
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MILLISECONDS,
    url,
  });
}

/** Closes the connections; mails that are being handed over are handed over first. */
export function closeMailConnections(): void {
  current?.server.close();
  current = undefined;
}
