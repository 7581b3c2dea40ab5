import { type DeliveryRule, drawerShipping } from "#server/pricing/delivery.ts";
import { deliverySentence } from "#server/pricing/delivery-sentence.ts";
import type { Pence } from "#server/pricing/money.ts";
import { itemCountOf } from "#server/pricing/totals.ts";
import type { BasisPoints } from "#server/pricing/vat.ts";

export interface CartLineView {
  productId: number;
  slug: string;
  name: string;
  imageUrl: string;
  unitPrice: Pence;
  quantity: number;
  lineTotal: Pence;
  vatRate: BasisPoints;
  /** The units that can be sold now; a line may hold more, and then says so. */
  stockQuantity: number;
}

/** The cart as the drawer, /cart and the checkout show it. Prices are today's, from the server. */
export interface CartView {
  id: string | null;
  lines: CartLineView[];
  /** Products in the cart that the shop no longer sells: shown until they are removed, and never charged. */
  noLongerSold: { productId: number; name: string }[];
  itemCount: number;
  subtotal: Pence;
  /** The drawer's Shipping and Total: flat £4.99 above a subtotal of 0 (docs/rules.md#delivery-4). */
  drawerShipping: Pence;
  drawerTotal: Pence;
  /** What UK delivery will really cost, from the checkout's rule. */
  deliverySentence: string;
}

/** The cart made of its lines: counts and the drawer's money, calculated by the current delivery rule. */
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
