import { type CheckoutForm, checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import type { TypedDetails } from "./typed-details.ts";

/** The details as the server would read them; none while it would not take them as they stand. */
export function readDetails(details: TypedDetails): CheckoutForm | undefined {
  const { sameShipping, expressDelivery } = details;
  return checkoutFormSchema.safeParse({ ...details.fields, sameShipping, expressDelivery }).data;
}

/** Whether the server would take the details as they stand. */
export function isValid(details: TypedDetails): boolean {
  return readDetails(details) !== undefined;
}
