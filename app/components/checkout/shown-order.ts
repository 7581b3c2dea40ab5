import type { PreparedPayment } from "#server/checkout/checkout-response.ts";
import type { TypedDetails } from "./typed-details.ts";
import { readDetails } from "./valid-details.ts";

/** What the page shows while its button is pressed: the server begins a payment of nothing else. */
export function shownOrder({ snapshot }: PreparedPayment, details: TypedDetails) {
  const items = snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  return { form: readDetails(details), items };
}
