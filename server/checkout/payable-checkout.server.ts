import { isDeepStrictEqual } from "node:util";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import {
  type CurrencyCode,
  currencyOf,
  formatMoney,
  knownCurrency,
  type Pence,
  penceToPounds,
} from "#server/pricing/money.ts";
import { GREATEST_CARD_CHARGE, leastCardCharge } from "./checkout-limits.ts";
import type { CheckoutDetails, PricedSnapshot } from "./priced-snapshot.ts";

export interface PayableCheckout {
  id: string;
  version: number;
  total: number;
  currency: CurrencyCode;
  snapshot: PricedSnapshot | null;
  details: CheckoutDetails | null;
  holdExpiresAt: Date;
  /**
   * How many payments were ever opened for it with this provider, including cancelled ones. Part of idempotency keys:
   * requests that all saw the same payments request the same new one.
   */
  paymentsMade: number;
  /** Payments that were opened for it with this provider and not cancelled, the newest first. */
  payments: BegunPayment[];
}

interface BegunPayment {
  id: number;
  providerPaymentId: string;
  providerSessionId: string | null;
  snapshot: PricedSnapshot | null;
  details: CheckoutDetails | null;
}

/**
 * A checkout that can be paid, as a plain object: the next steps call the provider, outside any transaction.
 * @throws ShopError `conflict` when it is paid or cancelled, `validation_failed` when the amount cannot be charged
 */
export async function findPayableCheckout(
  context: Context,
  checkoutId: string,
  provider: ProviderId,
): Promise<PayableCheckout> {
  const em = context.em.fork();
  const checkout = await em.findOne(Checkout, checkoutId);
  if (!checkout) throw new ShopError("not_found", "This checkout does not exist.");
  if (checkout.status === "paid") throw alreadyPaid();
  const { holdExpiresAt } = checkout;
  if (checkout.status !== "paying" || !holdExpiresAt || holdExpiresAt <= context.clock.now()) {
    throw new ShopError("conflict", "This checkout has expired. Please start again.");
  }
  const currency = knownCurrency(checkout.currency);
  refuseUnchargeable(checkout.totalAmount, currency);
  const payments = await em.find(
    Payment,
    { checkout: checkoutId, provider },
    {
      orderBy: { id: "desc" },
      fields: ["providerPaymentId", "providerSessionId", "snapshot", "details", "status"],
    },
  );
  return {
    id: checkout.id,
    version: checkout.version,
    total: checkout.totalAmount,
    currency,
    snapshot: checkout.snapshot ?? null,
    details: checkout.details ?? null,
    holdExpiresAt,
    paymentsMade: payments.length,
    payments: payments
      .filter(({ status }) => status !== "cancelled" && status !== "refunded")
      .map(({ id, providerPaymentId, providerSessionId, snapshot, details }) => ({
        id,
        providerPaymentId,
        providerSessionId: providerSessionId ?? null,
        snapshot: snapshot ?? null,
        details: details ?? null,
      })),
  };
}

/** Whether a payment was opened for exactly what the checkout sells now, to the same buyer and address. */
export function isForNow(
  payment: Pick<BegunPayment, "snapshot" | "details">,
  checkout: Pick<PayableCheckout, "snapshot" | "details">,
): boolean {
  const sameDetails = payment.details === null || isDeepStrictEqual(payment.details, checkout.details);
  return sameDetails && isDeepStrictEqual(payment.snapshot, checkout.snapshot);
}

/** Amounts outside these limits are refused before the provider is asked (payments.md). */
export function refuseUnchargeable(amount: number, currency: CurrencyCode): void {
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
export function changedMeanwhile(): ShopError {
  return new ShopError("conflict", "Your order has changed meanwhile. Please check it and pay again.");
}

/** A payment of this checkout has succeeded or is about to: nothing new may be charged; the page shows that one. */
export function alreadyPaid(paymentIntentId?: string): ShopError {
  return new ShopError("conflict", "This order has been paid already, or its payment is being confirmed.", {
    extra: { alreadyPaid: true, paymentIntentId },
  });
}
