import Stripe from "stripe";
import type { Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { listPayPalRefunds, makePayPalRefund, payPalRefusalOf } from "./paypal/paypal-refunds.server.ts";
import type { ProviderRefund, RefundRefusal } from "./provider-facts.ts";
import { isSameRefundKey, sentKeyOf } from "./refund-key.ts";
import { onceAtStripe } from "./stripe-refusal.server.ts";

type RefundedPayment = Pick<Payment, "provider" | "providerPaymentId" | "providerSessionId" | "currency">;

/** All refunds of a payment at its provider, made here or elsewhere. */
export async function listProviderRefunds(
  context: Context,
  payment: RefundedPayment,
): Promise<ProviderRefund[]> {
  if (payment.provider === "paypal") return listPayPalRefunds(context, payment);
  const { client } = context.gateways.stripe;
  const refunds: ProviderRefund[] = [];
  for await (const refund of client.refunds.list({ payment_intent: payment.providerPaymentId, limit: 100 })) {
    refunds.push(described(refund));
  }
  return refunds;
}

/**
 * Refunds the money of a refund row, at most once however often it is called: finds a refund that the provider already
 * has by its key (which the provider may forget after a day as an idempotency key, not as metadata).
 * @throws what the provider's client throws
 */
export async function makeProviderRefund(
  context: Context,
  payment: RefundedPayment,
  refund: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const find = async () =>
    (await listProviderRefunds(context, payment)).find(({ key }) => isSameRefundKey(refund.key, key));
  if (payment.provider === "paypal") {
    return (await find()) ?? makePayPalRefund(context, payment, refund);
  }
  const { client } = context.gateways.stripe;
  return onceAtStripe(`refund-${sentKeyOf(refund)}`, async (options) => {
    const known = await find();
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

/** What the provider refused; undefined when it gave no answer, so that the same request may be sent again. */
export function refundRefusalOf(error: unknown): RefundRefusal | undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    const isShort = shortOfMoneyCodes.has(error.code ?? "") || shortOfMoney.test(error.message);
    return { kind: isShort ? "balance" : "other", message: error.message };
  }
  return payPalRefusalOf(error);
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
