import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import { NEWSLETTER_CONSENT_WORDING } from "./subscriber.ts";

/**
 * Keeps an address as pending, with the evidence of consent; mails nothing yet. One that is confirmed stays so, and one
 * that was unsubscribed until its owner confirms a new mail: a stranger's typing takes no objection back. The answer is
 * the same for every address, so that nobody learns who reads the newsletter.
 * @throws ShopError `rate_limited`
 */
export async function subscribe(
  context: Context,
  { email, source }: { email: string; source: string },
): Promise<void> {
  await countAgainstLimit(context, "newsletter");
  const now = context.clock.now();
  await context.em.fork().execute(
    `insert into newsletter_subscriber (email, consent_wording, consent_source, consent_at, created_at)
     values (?, ?, ?, ?, ?)
     on conflict (lower(email)) do update
     set consent_wording = excluded.consent_wording,
         consent_source = excluded.consent_source, consent_at = excluded.consent_at
     where newsletter_subscriber.state = 'pending'`,
    [email, NEWSLETTER_CONSENT_WORDING, source, now, now],
  );
}
