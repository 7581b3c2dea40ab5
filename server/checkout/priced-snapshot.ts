import type { PackSize } from "#server/pricing/loads.ts";
import type { CurrencyCode, Pence } from "#server/pricing/money.ts";
import type { PricePerMeasure } from "#server/pricing/price-per-measure.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";
import type { DeliveryChoice, FrozenDelivery } from "./delivery-choice.ts";

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

/** A line as it was priced; a frozen one is without the size of its packs, which only delivery asked about. */
export interface PricedLine extends SnapshotLine {
  pack?: PackSize | undefined;
}

export interface SnapshotLine {
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: Pence;
  vatRate: BasisPoints;
  /** What a measure of it costs at this price (docs/rules.md#prices-10); left out where none is told. */
  perMeasure?: PricePerMeasure;
}

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
  /** Sold at 0%, since the goods leave the United Kingdom. */
  isExport?: boolean;
  total: Pence;
  /** The list whose prices the buyer pays; none is everybody's prices. */
  tradeList?: string;
  /** None in pounds. */
  currency?: CurrencyCode;
}
