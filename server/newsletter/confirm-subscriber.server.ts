import { LockMode } from "@mikro-orm/postgresql";
import { Subscriber } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import { findSubscriberByEmail } from "./find-subscriber.server.ts";
import { hashCode, readConfirmationLink } from "./newsletter-link.server.ts";

/** A code is worth nothing after so many wrong ones: a new one must be mailed. */
const MAX_TRIES = 5;

/**
 * Confirms an address by the code that was mailed to it. An unknown address, an old code and a wrong one are told
 * apart by nobody.
 * @throws ShopError `validation_failed` (spec section 8), `rate_limited`
 */
export async function confirmByCode(
  context: Context,
  { email, code }: { email: string; code: string },
): Promise<void> {
  await countAgainstLimit(context, "newsletter-code");
  const now = context.clock.now();
  const isRight = await inTransaction(context.em, async (em) => {
    const subscriber = await findSubscriberByEmail(em, email, LockMode.PESSIMISTIC_WRITE);
    if (!subscriber?.codeHash || !subscriber.codeExpiresAt) return false;
    if (subscriber.codeExpiresAt <= now || subscriber.codeTries >= MAX_TRIES) return false;
    subscriber.codeTries += 1;
    // Spaces that came along when the code was copied are no mistake.
    const given = code.replaceAll(/\s/g, "");
    const matches = (await hashCode(em, subscriber.id, given)) === subscriber.codeHash;
    if (matches) confirm(subscriber, now);
    return matches;
  });
  if (!isRight) {
    const message = "Invalid verification code. Please try again.";
    throw new ShopError("validation_failed", message, { fields: { code: [message] } });
  }
}

/**
 * Confirms an address by the link that was mailed to it. Harmless when followed twice; one that was unsubscribed
 * since stays so.
 * @throws ShopError `bad_request` (spec section 8)
 */
export async function confirmByLink(context: Context, token: string): Promise<void> {
  const now = context.clock.now();
  const id = await readConfirmationLink(context.em, token, now);
  const isConfirmed =
    id !== undefined &&
    (await inTransaction(context.em, async (em) => {
      const subscriber = await em.findOne(Subscriber, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!subscriber || subscriber.state === "unsubscribed") return false;
      confirm(subscriber, now);
      return true;
    }));
  if (!isConfirmed) throw new ShopError("bad_request", "Invalid verification link.");
}

function confirm(subscriber: Subscriber, now: Date): void {
  subscriber.codeHash = null;
  subscriber.codeExpiresAt = null;
  if (subscriber.state === "confirmed") return;
  subscriber.state = "confirmed";
  subscriber.confirmedAt = now;
}
