import { type DeliveryRule, drawerShipping } from "#server/pricing/delivery.ts";
import { deliverySentence } from "#server/pricing/delivery-sentence.ts";
import { itemCountOf } from "#server/pricing/totals.ts";
import type { CartLineView, CartView } from "./cart-view.ts";

/** The cart of its lines: counts and the drawer's money, worked out by the delivery rule in force. */
export function cartViewOf(
  id: string | null,
  lines: CartLineView[],
  rule: DeliveryRule,
  noLongerSold: CartView["noLongerSold"] = [],
): CartView {
  const subtotal = lines.reduce((sum, line) => sum + line.lineTotal, 0);
  const shipping = drawerShipping(subtotal, rule);
  return {
    id,
    lines,
    noLongerSold,
    itemCount: itemCountOf(lines),
    subtotal,
    drawerShipping: shipping,
    drawerTotal: subtotal + shipping,
    deliverySentence: deliverySentence(rule),
  };
}
