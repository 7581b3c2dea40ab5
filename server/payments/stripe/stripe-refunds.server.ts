import Stripe from "stripe";
import type { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { RefundedPayment } from "../provider.ts";
import type { ProviderRefund, RefundRefusal } from "../provider-facts.ts";
import { isSameRefundKey, sentKeyOf } from "../refund-key.ts";
import { onceAtStripe } from "./stripe-calls.server.ts";

/** All refunds of a payment at Stripe, made here or elsewhere. */
export async function listStripeRefunds(
  context: Context,
  payment: RefundedPayment,
): Promise<ProviderRefund[]> {
  const { client } = context.gateways.stripe;
  const refunds: ProviderRefund[] = [];
  for await (const refund of client.refunds.list({ payment_intent: payment.providerPaymentId, limit: 100 })) {
    refunds.push(described(refund));
  }
  return refunds;
}

/** Gives the money of a refund row back, once. @throws Stripe's errors */
export async function makeStripeRefund(
  context: Context,
  payment: RefundedPayment,
  refund: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const { client } = context.gateways.stripe;
  return onceAtStripe(`refund-${sentKeyOf(refund)}`, async (options) => {
    const known = (await listStripeRefunds(context, payment)).find(({ key }) =>
      isSameRefundKey(refund.key, key),
    );
    if (known) return known;
    const made = await client.refunds.create(
      {
        payment_intent: payment.providerPaymentId,
        amount: refund.amount,
        reason: refund.key.startsWith("duplicate") ? "duplicate" : "requested_by_customer",
        metadata: { refund_key: sentKeyOf(refund) },
      },
      options,
    );
    return described(made);
  });
}

/** Stripe's words for an account that is short of money, where it gives no code of its own. */
const shortOfMoney = /insufficient (funds|balance)/i;
const shortOfMoneyCodes = new Set(["balance_insufficient", "insufficient_funds"]);

/** What Stripe refused; undefined when it gave no answer. */
export function stripeRefusalOf(error: unknown): RefundRefusal | undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  const isShort = shortOfMoneyCodes.has(error.code ?? "") || shortOfMoney.test(error.message);
  return { kind: isShort ? "balance" : "other", message: error.message };
}

function described(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    key: refund.metadata?.refund_key ?? null,
    amount: refund.amount,
    status: statusOf(refund.status),
    failure: refund.failure_reason ?? null,
  };
}

/** Stripe's states (docs.stripe.com/api/refunds/object): pending, requires_action, succeeded, failed, canceled. */
function statusOf(status: string | null): ProviderRefund["status"] {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}
