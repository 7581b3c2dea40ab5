import type { PostalAddress } from "#server/checkout/priced-snapshot.ts";
import { countryCodeOf } from "#server/pricing/country-names.ts";
import { isInEuropeanUnion } from "#server/pricing/european-union.ts";
import type { WithdrawalWording } from "./withdrawal-words.ts";

interface Addressed {
  billingAddress: PostalAddress;
  shippingAddress: PostalAddress;
}

/** The European Union's where the buyer or the goods are there. */
export function wordingOf({ billingAddress, shippingAddress }: Addressed): WithdrawalWording {
  return [billingAddress, shippingAddress].some(isInTheUnion) ? "eu" : "uk";
}

function isInTheUnion({ countryCode, country }: PostalAddress): boolean {
  return isInEuropeanUnion(countryCode ?? countryCodeOf(country) ?? "");
}
