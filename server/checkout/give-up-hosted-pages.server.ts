import { Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { askStripe } from "#server/payments/stripe-refusal.server.ts";
import { alreadyPaid, type PayableCheckout } from "./payable-checkout.server.ts";

/**
 * Closes hosted payment pages of this checkout that are still open, so that one checkout is not payable in two places.
 * @throws ShopError `conflict` when one of them has been paid
 */
export async function giveUpHostedPages(context: Context, checkout: PayableCheckout): Promise<void> {
  const { client } = context.gateways.stripe;
  for (const { providerSessionId } of checkout.payments) {
    if (!providerSessionId) continue;
    let session = await askStripe(() => client.checkout.sessions.retrieve(providerSessionId));
    if (session.status === "open") {
      session = await client.checkout.sessions
        .expire(providerSessionId)
        .catch(() => askStripe(() => client.checkout.sessions.retrieve(providerSessionId)));
    }
    if (session.status === "complete") throw alreadyPaid(paymentIntentOf(session.payment_intent));
    await context.em.fork().nativeUpdate(Payment, { providerSessionId }, { status: "cancelled" });
  }
}

function paymentIntentOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === "string" ? reference : reference?.id;
}
