import { providerProfiles } from "#server/payments/provider-list.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";

/**
 * How long stock is held for a payment. The provider's own page, which ends at the same time, needs 30 minutes at
 * least.
 */
export const HOLD_MILLISECONDS = 31 * 60 * 1000;
/**
 * How long one checkout can hold stock, counted from its first payment, however often it is changed or paid again:
 * two payment pages. Nothing that a shopper does moves this end; what is paid later is sold if it is still there.
 */
export const LONGEST_HOLD_MILLISECONDS = 2 * HOLD_MILLISECONDS;
/** The same for money that the provider has taken in and is still deciding on: a bank's debit takes days. */
export const LONGEST_UNDECIDED_HOLD_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
/** How long a script may take to pay an intent that it made without a cart (docs/rules.md#prices-5). */
export const SCRIPT_CHECKOUT_MILLISECONDS = 24 * 60 * 60 * 1000;
const charges = providerProfiles.flatMap((profile) => profile.charges ?? []);
/** The amount must be within every provider's limits, whichever one the shopper chooses. */
export function leastCardCharge(currency: CurrencyCode): Pence {
  return Math.max(...charges.map(({ least }) => least[currency]));
}
export const GREATEST_CARD_CHARGE: Pence = Math.min(...charges.map(({ greatest }) => greatest));
/** How many cards one payment may try before it is cancelled: a shopper needs fewer, a card tester more. */
export const MAX_ATTEMPTS_PER_PAYMENT = 10;
