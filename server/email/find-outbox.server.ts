import { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { isPublic, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId } from "#server/core/row-id.ts";
import { isLoopbackHost } from "#server/http/loopback-host.ts";

/** As many as the list shows. */
const LIST_LENGTH = 100;
const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

export interface OutboxMail {
  id: number;
  recipient: string;
  subject: string;
  /** ISO date and time. */
  createdAt: string;
  /** "sent", or why not (yet). */
  state: string;
}

/**
 * The newest mails, for whoever sits at the machine of the embedded database and calls it so.
 * @throws ShopError `not_found`
 */
export async function listOutbox(context: Context, host: string): Promise<OutboxMail[]> {
  requireThisMachine(context, host);
  const mails = await context.em
    .fork()
    .find(
      OutboxEmail,
      {},
      { orderBy: { id: "desc" }, limit: LIST_LENGTH, exclude: ["html", "text"], disableIdentityMap: true },
    );
  return mails.map(outlineOf);
}

/** One mail with both its bodies. @throws ShopError `not_found` */
export async function findOutboxMail(
  context: Context,
  id: number,
  host: string,
): Promise<OutboxMail & { html: string; text: string }> {
  requireThisMachine(context, host);
  const known = isRowId(id);
  const mail = known ? await context.em.fork().findOne(OutboxEmail, id) : null;
  if (!mail) throw notFound();
  return { ...outlineOf(mail), html: mail.html, text: mail.text };
}

type Outline = Pick<OutboxEmail, "id" | "recipient" | "subject" | "createdAt" | "sentAt" | "failureMessage">;

function outlineOf(mail: Outline): OutboxMail {
  return {
    id: mail.id,
    recipient: mail.recipient,
    subject: mail.subject,
    createdAt: mail.createdAt.toISOString(),
    state: mail.sentAt ? "sent" : (mail.failureMessage ?? "waiting"),
  };
}

/** Design section 6: on the embedded database anyone on the same machine sees the outbox, and nobody elsewhere. */
function requireThisMachine(context: Context, host: string): void {
  const environment = readEnvironment();
  // On a public shop a proxy on the same machine may be asking for anybody.
  const isThisMachine = loopback.test(context.clientAddress) && !isPublic(environment);
  if (!environment.EMBEDDED_DATABASE || !isThisMachine || !isLoopbackHost(host)) throw notFound();
}

function notFound(): ShopError {
  return new ShopError("not_found", "There is nothing here.");
}
