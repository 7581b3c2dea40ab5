import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { prepared } from "#db/connections.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import { type PaymentStatus, paymentStatuses } from "#server/payments/payment-status.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import {
  type CurrencyCode,
  currencyOf,
  formatMoney,
  knownCurrency,
  type Pence,
  penceToPounds,
} from "#server/pricing/money.ts";
import {
  type CheckoutDetails,
  checkoutStatuses,
  GREATEST_CARD_CHARGE,
  leastCardCharge,
  type PricedSnapshot,
} from "./checkout.ts";

/** A checkout to be paid, as it is unless a version is named. */
export interface CheckoutVersion {
  checkoutId: string;
  version?: number | undefined;
}

const begunSchema = z.object({
  id: z.number(),
  providerPaymentId: z.string(),
  providerSessionId: z.string().nullable(),
  snapshot: z.custom<PricedSnapshot | null>(),
  details: z.custom<CheckoutDetails | null>(),
  status: z.enum(paymentStatuses),
});

const findSql = prepared(
  "find-payable-checkout",
  `select id, version, status, total_amount as total, currency, snapshot, details,
          hold_expires_at as "holdExpiresAt",
          coalesce((select json_agg(json_build_object('id', payment.id, 'providerPaymentId', provider_payment_id,
                      'providerSessionId', provider_session_id, 'snapshot', payment.snapshot,
                      'details', payment.details, 'status', payment.status) order by payment.id desc)
                      from payment where checkout_id = checkout.id and provider = $2), '[]') as payments
     from checkout where id = $1`,
);

const foundSchema = z.object({
  id: z.string(),
  version: z.number(),
  status: z.enum(checkoutStatuses),
  total: z.number(),
  currency: z.string(),
  snapshot: z.custom<PricedSnapshot | null>(),
  details: z.custom<CheckoutDetails | null>(),
  holdExpiresAt: z.coerce.date().nullable(),
  payments: z.array(begunSchema),
});

/**
 * A checkout that can be paid, as a plain object: the next steps call the provider, outside any transaction.
 * @throws ShopError `conflict` when it is paid, cancelled or another version by now, `validation_failed` when the amount
 * cannot be charged
 */
export async function findPayableCheckout(
  context: Context,
  { checkoutId, version }: CheckoutVersion,
  provider: ProviderId,
) {
  const [checkout] = await preparedRows(context.em, foundSchema, findSql, [checkoutId, provider]);
  if (!checkout) throw new ShopError("not_found", "This checkout does not exist.");
  if (checkout.status === "paid") throw alreadyPaid();
  const { status, holdExpiresAt, payments, ...found } = checkout;
  if (status !== "paying" || !holdExpiresAt || holdExpiresAt <= context.clock.now()) {
    throw new ShopError("conflict", "This checkout has expired. Please start again.");
  }
  if (version !== undefined && checkout.version !== version) throw checkoutChanged();
  const currency = knownCurrency(checkout.currency);
  assertChargeable(found.total, currency);
  return {
    ...found,
    currency,
    holdExpiresAt,
    /**
     * How many payments were ever opened for it with this provider, including cancelled ones. Part of idempotency keys:
     * requests that all saw the same payments request the same new one.
     */
    paymentsMade: payments.length,
    /** Those that were not cancelled, the newest first. */
    payments: payments.filter(({ status }) => status !== "cancelled" && status !== "refunded"),
  };
}

export type PayableCheckout = Awaited<ReturnType<typeof findPayableCheckout>>;

/** Whether a payment was opened for exactly what the checkout sells now, to the same buyer and address. */
export function isForNow(
  payment: Pick<PayableCheckout, "snapshot" | "details">,
  checkout: Pick<PayableCheckout, "snapshot" | "details">,
): boolean {
  const sameDetails = payment.details === null || isDeepStrictEqual(payment.details, checkout.details);
  return sameDetails && isDeepStrictEqual(payment.snapshot, checkout.snapshot);
}

/** Amounts outside these limits are refused before the provider is asked (payments.md). */
export function assertChargeable(amount: number, currency: CurrencyCode): void {
  const least = leastCardCharge(currency);
  if (amount < least) {
    throw new ShopError(
      "validation_failed",
      `The least that can be paid online is ${formatMoney(least, currency)}.`,
    );
  }
  if (amount > GREATEST_CARD_CHARGE) {
    throw new ShopError(
      "validation_failed",
      "This amount is too large to be paid online. Please contact us.",
    );
  }
}

/** The button showed another amount than the server charges now: nothing is charged. */
function totalChanged({ total, currency }: { total: Pence; currency: CurrencyCode }): ShopError {
  return new ShopError(
    "conflict",
    `The total is now ${formatMoney(total, currency)}. Please check it and pay again.`,
    {
      extra: { expected: penceToPounds(total) },
    },
  );
}

/**
 * Refuses a payment of anything but the amount on the button.
 * @throws ShopError `conflict`
 */
export function requireShown(
  snapshot: Pick<PricedSnapshot, "total" | "currency">,
  shown: { amount: Pence; currency: CurrencyCode },
): void {
  const now = { total: snapshot.total, currency: currencyOf(snapshot) };
  if (now.total !== shown.amount || now.currency !== shown.currency) throw totalChanged(now);
}

/** Another tab has changed the checkout since this one was shown: nothing is charged. */
export function checkoutChanged(): ShopError {
  return new ShopError("conflict", "Your order has changed meanwhile. Please check it and pay again.");
}

/** A payment of this checkout has succeeded or is about to: nothing new may be charged; the page shows that one. */
export function alreadyPaid(paymentIntentId?: string): ShopError {
  return new ShopError("conflict", "This order has been paid already, or its payment is being confirmed.", {
    extra: { alreadyPaid: true, paymentIntentId },
  });
}

/**
 * Counts a payment that starts at a provider, since each lets a stolen card be tried
 * (docs.stripe.com/disputes/prevention/card-testing): by address, by checkout (or by the cart for which a
 * script names amounts), and for all shoppers together, because an attacker may use many addresses.
 * @throws ShopError `rate_limited`
 */
export async function countPaymentAttempt(context: Context, checkoutOrCart?: string): Promise<void> {
  await countAgainstLimit(context, "payment-intent");
  if (checkoutOrCart) await countAgainstLimit(context, "payment-of-checkout", checkoutOrCart);
  await countAgainstLimit(context, "payment-intent-of-all", "everyone");
}

interface PaymentRecord {
  checkoutId: string;
  provider: ProviderId;
  /** The intent's id; for a hosted page that was not paid yet, the session's. */
  providerPaymentId: string;
  providerSessionId?: string;
  amount: Pence;
  currency: CurrencyCode;
  snapshot: PricedSnapshot | null;
  details: CheckoutDetails | null;
  status: PaymentStatus;
}

/**
 * Writes down what the provider was told: which payment, for how much, for which lines, to whom. One row per payment,
 * however often it is told. A request that was slow to write may come after the payment has been received (in
 * another tab, or by the webhook): what is known by then is not taken back.
 */
export async function recordPayment(em: EntityManager, record: PaymentRecord): Promise<void> {
  const { checkoutId, provider, providerPaymentId, providerSessionId, snapshot, details } = record;
  await preparedRows(em, z.never(), recordSql, [
    checkoutId,
    provider,
    providerPaymentId,
    providerSessionId ?? null,
    record.amount,
    record.currency,
    snapshot && JSON.stringify(snapshot),
    details && JSON.stringify(details),
    record.status,
    new Date(),
  ]);
}

const recordSql = prepared(
  "record-payment",
  `insert into payment (checkout_id, provider, provider_payment_id, provider_session_id, amount, currency, snapshot,
                        details, status, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)
   on conflict (provider, provider_payment_id) do update
     set amount = excluded.amount, currency = excluded.currency, snapshot = excluded.snapshot,
         details = excluded.details, status = excluded.status, updated_at = excluded.updated_at
     where payment.status in ('created', 'failed')`,
);
