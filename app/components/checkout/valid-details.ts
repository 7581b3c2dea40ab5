import { checkoutFormSchema } from "#server/checkout/checkout-details.ts";
import type { TypedDetails } from "./typed-details.ts";

/** Whether the server would take the details as they stand. */
export function isValid(typed: TypedDetails): boolean {
  const { sameShipping, expressDelivery } = typed;
  return checkoutFormSchema.safeParse({ ...typed.fields, sameShipping, expressDelivery }).success;
}
