import type { EntityManager } from "@mikro-orm/postgresql";
import type { Context } from "#server/core/context.ts";
import { mayMail, type QueuedEmail, queueEmail } from "#server/email/queue-email.server.ts";

/**
 * Queues a mail about what happened to an account, in the caller's transaction. The reader of an address that nobody has
 * proven may have nothing to do with the account: such an address gets no more of them than of all else that strangers
 * can cause (docs/rules.md#mails-5).
 */
export async function tellOwner(
  context: Context,
  em: EntityManager,
  isProven: boolean,
  mail: QueuedEmail,
): Promise<void> {
  if (isProven || (await mayMail(context, mail.recipient))) await queueEmail(em, mail);
}
