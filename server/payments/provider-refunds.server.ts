import Stripe from "stripe";
import type { Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { RefundStatus } from "./refund-status.ts";

/** A refund as the provider has it. */
export interface ProviderRefund {
  id: string;
  /** The key of our row; null for one that was made in the provider's own dashboard. */
  key: string | null;
  amount: Pence;
  status: Exclude<RefundStatus, "requested">;
  failure: string | null;
}

type RefundedPayment = Pick<Payment, "provider" | "providerPaymentId">;

/** All refunds of a payment at its provider, made here or elsewhere. @throws ShopError `conflict` for PayPal */
export async function listProviderRefunds(
  context: Context,
  payment: RefundedPayment,
): Promise<ProviderRefund[]> {
  const { client } = stripeOf(context, payment);
  const refunds: ProviderRefund[] = [];
  for await (const refund of client.refunds.list({ payment_intent: payment.providerPaymentId, limit: 100 })) {
    refunds.push(described(refund));
  }
  return refunds;
}

/**
 * Gives the money of a refund row back, at most once however often it is called: one that the provider has already
 * is found by its key (which the provider may forget after a day as an idempotency key, not as metadata).
 * @throws what the provider's client throws; ShopError `conflict` for PayPal
 */
export async function makeProviderRefund(
  context: Context,
  payment: RefundedPayment,
  refund: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const { client } = stripeOf(context, payment);
  const known = (await listProviderRefunds(context, payment)).find(({ key }) => key === refund.key);
  if (known) return known;
  const made = await client.refunds.create(
    {
      payment_intent: payment.providerPaymentId,
      amount: refund.amount,
      reason: refund.key.startsWith("duplicate:") ? "duplicate" : "requested_by_customer",
      metadata: { refund_key: refund.key },
    },
    { idempotencyKey: `refund:${refund.key}` },
  );
  return described(made);
}

/** Whether the provider said no, once and for all; anything else may be tried again with the same key. */
export function isRefundRefusal(error: unknown): error is Error {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

function stripeOf(context: Context, payment: RefundedPayment): { client: Stripe } {
  refuseOtherProviders(payment);
  return context.gateways.stripe;
}

/** @throws ShopError `conflict` for a payment whose provider is not asked for refunds from here */
export function refuseOtherProviders(payment: Pick<Payment, "provider">): void {
  if (payment.provider === "stripe") return;
  throw new ShopError(
    "conflict",
    "PayPal payments are refunded in PayPal's own dashboard for now; the refund then appears here.",
  );
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
