import { type ProviderId, providerProfiles } from "#server/payments/provider-list.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { PricedLine } from "#server/pricing/totals.ts";
import type { DeliveryChoice, FrozenDelivery } from "./delivery-choice.ts";

/**
 * open: being filled in; paying: stock is held and a payment exists; paid: an order was made;
 * expired: the hold lapsed unpaid; cancelled: given up or replaced.
 */
export const checkoutStatuses = ["open", "paying", "paid", "expired", "cancelled"] as const;

export type CheckoutStatus = (typeof checkoutStatuses)[number];

export interface PostalAddress {
  name: string;
  address: string;
  city: string;
  postcode: string;
  country: string;
  /** ISO 3166 alpha-2, when we know the country text. */
  countryCode: string | null;
}

/** The buyer and the delivery address, from the checkout form. */
export interface CheckoutDetails {
  /** As typed; empty when a script gave only the joined name. */
  firstName: string;
  lastName: string;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  /** Address, city, postcode, country joined by commas; the shipping address when it differs. */
  customerAddress: string;
  billingAddress: PostalAddress;
  shippingAddress: PostalAddress;
  sameShipping: boolean;
  /** Requested by the shopper; the snapshot has its price, if it is offered. */
  expressDelivery?: boolean;
  /** How the goods are wanted, where the checkout offers a choice. */
  delivery?: DeliveryChoice;
  /** Told of marketing emails to customers: whether they did not refuse. Missing where nobody told them. */
  softOptIn?: boolean;
}

/** A line as it was priced, frozen without the size of its packs, which only delivery asks about. */
export type SnapshotLine = Omit<PricedLine, "pack">;

/** What a checkout charges, frozen when it was priced. */
export interface PricedSnapshot {
  lines: SnapshotLine[];
  subtotal: Pence;
  vat: Pence;
  vatDue: Pence;
  shipping: Pence;
  /** `shipping` is the price of express delivery. */
  express?: boolean;
  /** The option that `shipping` is the price of, where the checkout offers a choice. */
  delivery?: FrozenDelivery;
  /** By the table of rates as it was then: what is free by it stays free. */
  isRatedByTable?: boolean;
  /** Sold at 0%, since the goods leave the United Kingdom. */
  isExport?: boolean;
  total: Pence;
  /** The list whose prices the buyer pays; none is everybody's prices. */
  tradeList?: string;
  /** None in pounds. */
  currency?: CurrencyCode;
}

/**
 * What the browser needs to show the provider's form or button. The payment itself starts at the provider when the
 * button is pressed.
 */
export interface PreparedPayment {
  method: ProviderId;
  /** What will be charged, even if the page has calculated another amount. */
  amount: Pence;
  currency: CurrencyCode;
  /** What it buys; the press names them again, so that nothing else is paid. */
  items: { productId: number; quantity: number }[];
}

/** Why the payment could not be prepared, for the shopper. */
export interface CheckoutError {
  message: string;
  /** The shopper must check the cart: something in it is no longer available. */
  aboutStock: boolean;
}

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
