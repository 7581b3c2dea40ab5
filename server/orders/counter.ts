import type { Role } from "#server/core/roles.ts";
import type { CustomerView } from "#server/customers/list-users.server.ts";
import type { Currency } from "#server/pricing/money.ts";
import type { SteppedProduct } from "#server/pricing/price-steps.ts";
import type { BasisPoints, VatMode } from "#server/pricing/vat.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

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

/** Who asks. What they take is sent by itself only as long as this session of theirs lasts. */
export interface CounterPerson {
  id: number;
  name: string;
  role: Role;
  session: string;
}

/** What the shop says of itself and of who asks. */
export interface CounterRules extends Pick<StoreSettingsValues, "storeName" | "taxEnabled" | "taxLabel"> {
  /** The shop's clock, in milliseconds. */
  at: number;
  /** When the session of who asks ends by itself without another use, by the same clock. */
  until: number;
  person: CounterPerson | null;
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
