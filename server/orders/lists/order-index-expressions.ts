import { phoneFromItsEnd, postcodeInCapitals, postcodeInText } from "#server/core/phone-and-postcode.ts";

/** Of an address with parts; one that is a single text, as from the counter, has the last in it. */
const postcodeOf = (address: "shipping" | "billing") =>
  postcodeInCapitals(
    `coalesce(nullif(${address}_address ->> 'postcode', ''), ${postcodeInText(`${address}_address ->> 'address'`)}, '')`,
  );
const townOf = (address: "shipping" | "billing") =>
  `coalesce(nullif(${address}_address ->> 'city', ''), ${address}_address ->> 'address', '')`;

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
