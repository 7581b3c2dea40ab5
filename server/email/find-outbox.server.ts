import { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { isPublic, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { isRowId } from "#server/core/fields.ts";
import { bodiesOf } from "./send-email.server.ts";

/** As many as the list shows. */
const LIST_LENGTH = 100;

export interface OutboxMail {
  id: number;
  recipient: string;
  subject: string;
  /** ISO date and time. */
  createdAt: string;
  /** "sent", or why it is not (yet). */
  state: string;
}

/**
 * The newest mails, for people at the machine of the embedded database who open it by a local address. @throws
 * ShopError `not_found`
 */
export async function listOutbox(context: Context): Promise<OutboxMail[]> {
  requireThisMachine(context);
  const mails = await context.em.fork().find(
    OutboxEmail,
    {},
    {
      orderBy: { id: "desc" },
      limit: LIST_LENGTH,
      exclude: ["html", "text", "props"],
      disableIdentityMap: true,
    },
  );
  return mails.map(outlineOf);
}

/** One mail with both its bodies. @throws ShopError `not_found` */
export async function findOutboxMail(
  context: Context,
  id: number,
): Promise<OutboxMail & { html: string; text: string }> {
  requireThisMachine(context);
  const hasId = isRowId(id);
  const mail = hasId ? await context.em.fork().findOne(OutboxEmail, id) : null;
  if (!mail) throw notFound();
  return { ...outlineOf(mail), ...bodiesOf(mail) };
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

/**
 * On the embedded database everybody on the same machine may see the outbox, and nobody elsewhere; never that of a
 * public shop.
 */
export function maySeeOutbox({ fromThisMachine }: Pick<Context, "fromThisMachine">): boolean {
  const environment = readEnvironment();
  return environment.EMBEDDED_DATABASE && fromThisMachine && !isPublic(environment);
}

function requireThisMachine(context: Context): void {
  if (!maySeeOutbox(context)) throw notFound();
}

function notFound(): ShopError {
  return new ShopError("not_found", "There is nothing here.");
}
