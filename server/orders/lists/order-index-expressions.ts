import { phoneFromItsEnd, postcodeInCapitals } from "#server/core/phone-and-postcode.ts";

const postcodeOf = (address: "shipping" | "billing") =>
  postcodeInCapitals(`${address}_address ->> 'postcode'`);
const townOf = (address: "shipping" | "billing") => `coalesce(${address}_address ->> 'city', '')`;

/**
 * SQL of what staff find orders by (`order-conditions.server.ts`) and of which `customer_order` has indexes: an index is
 * used only for its own expression, word for word.
 */
export const orderIndexExpressions = {
  phone: phoneFromItsEnd("customer_phone"),
  /** Of where the goods go. */
  postcode: postcodeOf("shipping"),
  billingPostcode: postcodeOf("billing"),
  /** Both towns, in lower case. */
  towns: `lower(${townOf("shipping")} || ' ' || ${townOf("billing")})`,
};
