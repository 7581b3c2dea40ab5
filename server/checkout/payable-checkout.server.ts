import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import type { PaymentMethod } from "#server/payments/payment-status.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { GREATEST_CARD_CHARGE, LEAST_CARD_CHARGE } from "./checkout-limits.ts";
import type { CheckoutDetails, PricedSnapshot } from "./priced-snapshot.ts";

export interface PayableCheckout {
  id: string;
  version: number;
  total: number;
  snapshot: PricedSnapshot | null;
  details: CheckoutDetails | null;
  holdExpiresAt: Date;
  /**
   * How many payments were ever begun for it with this provider, given-up ones included. Part of idempotency keys: requests that all saw
   * the same payments ask for the same new one.
   */
  paymentsMade: number;
  /** Payments that were begun for it with this provider and not cancelled, the newest first. */
  payments: {
    providerPaymentId: string;
    providerSessionId: string | null;
    snapshot: PricedSnapshot | null;
  }[];
}

/**
 * A checkout that money may be taken for, as a plain object: what follows talks to the provider, outside any
 * transaction.
 * @throws ShopError `conflict` when it is paid or given up, `validation_failed` when the amount cannot be charged
 */
export async function findPayableCheckout(
  context: Context,
  checkoutId: string,
  provider: PaymentMethod = "stripe",
): Promise<PayableCheckout> {
  const em = context.em.fork();
  const checkout = await em.findOne(Checkout, checkoutId);
  if (!checkout) throw new ShopError("not_found", "This checkout does not exist.");
  if (checkout.status === "paid") throw alreadyPaid();
  const { holdExpiresAt } = checkout;
  if (checkout.status !== "paying" || !holdExpiresAt || holdExpiresAt <= context.clock.now()) {
    throw new ShopError("conflict", "This checkout has expired. Please start again.");
  }
  refuseUnchargeable(checkout.totalAmount);
  const payments = await em.find(
    Payment,
    { checkout: checkoutId, provider },
    { orderBy: { id: "desc" }, fields: ["providerPaymentId", "providerSessionId", "snapshot", "status"] },
  );
  return {
    id: checkout.id,
    version: checkout.version,
    total: checkout.totalAmount,
    snapshot: checkout.snapshot ?? null,
    details: checkout.details ?? null,
    holdExpiresAt,
    paymentsMade: payments.length,
    payments: payments
      .filter(({ status }) => status !== "cancelled" && status !== "refunded")
      .map(({ providerPaymentId, providerSessionId, snapshot }) => ({
        providerPaymentId,
        providerSessionId: providerSessionId ?? null,
        snapshot: snapshot ?? null,
      })),
  };
}

/** Amounts outside these limits are refused before the provider is asked (payments.md). */
export function refuseUnchargeable(amount: number): void {
  if (amount < LEAST_CARD_CHARGE) {
    throw new ShopError(
      "validation_failed",
      `The least that can be paid online is ${formatPounds(LEAST_CARD_CHARGE)}.`,
    );
  }
  if (amount > GREATEST_CARD_CHARGE) {
    throw new ShopError(
      "validation_failed",
      "This amount is too large to be paid online. Please contact us.",
    );
  }
}

/** A payment of this checkout has gone through or is about to: nothing new may be charged; look there instead. */
export function alreadyPaid(paymentIntentId?: string): ShopError {
  return new ShopError("conflict", "This order has been paid already, or its payment is being confirmed.", {
    extra: { alreadyPaid: true, paymentIntentId },
  });
}
