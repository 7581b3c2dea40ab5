import type { Currency } from "#server/pricing/money.ts";
import type { SteppedProduct } from "#server/pricing/price-steps.ts";
import type { BasisPoints, VatMode } from "#server/pricing/vat.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import type { CustomerView } from "#server/users/list-users.server.ts";

/** A product as the counter keeps it. */
export interface CounterProduct extends SteppedProduct {
  id: number;
  name: string;
  taxRate: BasisPoints;
  /** As it was then: a hint. */
  stockQuantity: number;
}

/** A customer with prices of their own, as the counter keeps them. */
export type CounterCustomer = Pick<
  CustomerView,
  "id" | "name" | "email" | "phone" | "address" | "city" | "postcode" | "tradeList"
>;

/** What the shop says of itself and of who asks. */
export interface CounterRules extends Pick<StoreSettingsValues, "storeName" | "taxEnabled" | "taxLabel"> {
  /** The shop's clock, in milliseconds. */
  at: number;
  person: { id: number; name: string } | null;
  currency: Currency;
  vatMode: VatMode;
}

export interface CounterSheetPage {
  products: CounterProduct[];
  /** The id after which the next page begins; null on the last one. */
  next: number | null;
  /** With the first page alone. */
  first: { rules: CounterRules; customers: CounterCustomer[] } | null;
}
