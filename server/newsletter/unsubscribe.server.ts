import { LockMode } from "@mikro-orm/postgresql";
import { Subscriber } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { readUnsubscribeLink } from "./newsletter-link.server.ts";

/**
 * Ends a subscription by the link in its mails; harmless when followed twice.
 * @throws ShopError `bad_request` when the link is not ours
 */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const id = await readUnsubscribeLink(context.em, token);
  if (id === undefined) throw new ShopError("bad_request", "This unsubscribe link is not complete.");
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    const subscriber = await em.findOne(Subscriber, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      populate: ["codeHash"],
    });
    // Erased since: nothing is mailed to it either.
    if (!subscriber || subscriber.state === "unsubscribed") return;
    subscriber.state = "unsubscribed";
    subscriber.unsubscribedAt = now;
    subscriber.codeHash = null;
    subscriber.codeExpiresAt = null;
  });
}
