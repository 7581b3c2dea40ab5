import Stripe from "stripe";
import { z } from "zod";
import { Payment } from "#db/entities/index.ts";
import { prepared } from "#db/prepared-statements.ts";
import {
  alreadyPaid,
  changedMeanwhile,
  type PayableCheckout,
} from "#server/checkout/payable-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { FiledPayment } from "../provider.ts";
import type { ClosedPayment } from "../provider-facts.ts";
import { recordPayment } from "../record-payment.server.ts";
import { callStripe, isMissingAtStripe } from "./stripe-calls.server.ts";

/*
 * A checkout has one payment at Stripe that can be paid: a card form's intent or a hosted page, of the version that
 * was last about to be paid. An intent is never given another amount. Another version first ends the payment before it,
 * and a browser hears of a payment only after it was written down under the checkout's lock, so that two tabs never
 * hold two payments.
 */

/**
 * Ends every payment of the checkout at Stripe but the one to keep.
 * @throws ShopError `conflict` (one of them is paid or being paid: `extra.alreadyPaid`), `unavailable` (Stripe does not
 * say that one is over: then no other may be begun)
 */
export async function cancelOtherPayments(
  context: Context,
  checkout: PayableCheckout,
  currentId?: string,
): Promise<void> {
  const { client } = context.gateways.stripe;
  for (const payment of checkout.payments) {
    if (payment.providerPaymentId === currentId) continue;
    const end = await callStripe(() => closeStripePayment(client, payment));
    if (end.kind === "taken") throw alreadyPaid(end.paymentId);
    await context.em.fork().nativeUpdate(Payment, { id: payment.id }, { status: "cancelled" });
  }
}

const lockSql = prepared(
  "lock-checkout-version",
  "select from checkout where id = $1 and version = $2 and status = 'paying' for update",
);

const othersSql = prepared(
  "find-other-stripe-payment",
  `select from payment
    where checkout_id = $1 and provider = 'stripe' and status not in ('cancelled', 'refunded') and provider_payment_id <> $2
    limit 1`,
);

interface MadePayment {
  providerPaymentId: string;
  providerSessionId?: string;
}

/**
 * Writes down the payment that was made, or found again, for this version of the checkout. When another tab has changed
 * the checkout meanwhile, or has begun another payment, this one is ended again.
 * @throws ShopError `conflict`
 */
export async function recordOnlyPayment(
  context: Context,
  checkout: PayableCheckout,
  made: MadePayment,
): Promise<void> {
  const { id: checkoutId, version, total: amount, currency, snapshot, details } = checkout;
  const isRecorded = await inTransaction(context.em, async (em) => {
    const locked = await preparedRows(em, z.object({}), lockSql, [checkoutId, version]);
    if (locked.length === 0) return false;
    const others = await preparedRows(em, z.object({}), othersSql, [checkoutId, made.providerPaymentId]);
    if (others.length > 0) return false;
    const row = { checkoutId, provider: "stripe", ...made, amount, currency, snapshot, details } as const;
    await recordPayment(em, { ...row, status: "created" });
    return true;
  });
  if (isRecorded) return;
  await closeStripePayment(context.gateways.stripe.client, made).catch((error: unknown) =>
    // Nobody was given the means to pay it.
    log("warn", "a payment that came too late could not be ended", { ...made, error }),
  );
  throw changedMeanwhile();
}

/**
 * Ends a payment at Stripe, so that nobody can pay it any more. Stripe refuses that to one that has moved on: what
 * became of it is then looked up. The intent of a hosted page can only be ended with the page
 * (docs.stripe.com/api/payment_intents/cancel).
 * @throws Stripe's errors, also when it neither ends the payment nor says that it is over
 */
export async function closeStripePayment(client: Stripe, payment: FiledPayment): Promise<ClosedPayment> {
  try {
    return await (payment.providerSessionId
      ? expirePage(client, payment.providerSessionId)
      : cancelIntent(client, payment.providerPaymentId));
  } catch (error) {
    // Of another account, such as the sandbox's before there were keys: nobody can pay it here.
    if (isMissingAtStripe(error)) return { kind: "closed" };
    throw error;
  }
}

async function cancelIntent(client: Stripe, id: string): Promise<ClosedPayment> {
  try {
    await client.paymentIntents.cancel(id);
    return { kind: "closed" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status } = await client.paymentIntents.retrieve(id);
    if (status === "canceled") return { kind: "closed" };
    const isTaken = status === "succeeded" || status === "processing" || status === "requires_capture";
    if (isTaken) return { kind: "taken", paymentId: id };
    throw error;
  }
}

async function expirePage(client: Stripe, id: string): Promise<ClosedPayment> {
  try {
    await client.checkout.sessions.expire(id);
    return { kind: "closed" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { status, payment_intent: intent } = await client.checkout.sessions.retrieve(id);
    if (status === "expired") return { kind: "closed" };
    if (status === "complete") {
      return { kind: "taken", paymentId: typeof intent === "string" ? intent : intent?.id };
    }
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
