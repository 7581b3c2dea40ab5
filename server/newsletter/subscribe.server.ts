import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
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
  // Written anew also where it stays as it was: whoever asks learns by no time that there is nothing to do.
  await context.em.fork().execute(
    `insert into newsletter_subscriber as kept (email, consent_wording, consent_source, consent_at, created_at)
     values (?, ?, ?, ?, ?)
     on conflict (lower(email)) do update set
       consent_wording = case kept.state when 'pending' then excluded.consent_wording else kept.consent_wording end,
       consent_source = case kept.state when 'pending' then excluded.consent_source else kept.consent_source end,
       consent_at = case kept.state when 'pending' then excluded.consent_at else kept.consent_at end`,
    [email, NEWSLETTER_CONSENT_WORDING, source, now, now],
  );
}
