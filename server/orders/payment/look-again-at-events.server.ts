import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { paymentMethods } from "#server/payments/payment-status.ts";
import { writeOutcome } from "./act-on-event.server.ts";
import { followPayPalEvent } from "./handle-paypal-event.server.ts";
import { followStripeEvent } from "./handle-stripe-event.server.ts";

/** One run looks at so many; the rest waits a minute. */
const BATCH = 50;
/** An event and its payment may be written down in the same moment without seeing each other. */
const OVERLAP = "10 minutes";

const eventRow = z.object({ id: z.number(), provider: z.enum(paymentMethods), payload: z.unknown() });

/**
 * Acts on events that found nothing once more when the payment that they wait for has come since. What finds nothing
 * then either comes to rest: it waits for the provider to send it again.
 */
export async function lookAgainAtEvents(context: Context): Promise<void> {
  const rows = await context.em.fork().execute(
    `select event.id, event.provider, event.payload
       from provider_event event join payment
         on payment.provider = event.provider and payment.provider_payment_id = event.waits_for
      where event.outcome = 'unmatched' and event.waits_for is not null
        and payment.received_at >= event.processed_at - interval '${OVERLAP}'
      order by event.id limit ?`,
    [BATCH],
  );
  for (const { id, provider, payload } of z.array(eventRow).parse(rows)) {
    try {
      const follow = provider === "paypal" ? followPayPalEvent : followStripeEvent;
      await writeOutcome(context, id, await follow(context, payload));
    } catch (error) {
      log("error", "the sweeper could not act on an event", { eventRow: id, error });
    }
  }
}
