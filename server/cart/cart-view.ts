import type { Pence } from "#server/pricing/money.ts";
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
  /** What can be sold now; a line may ask for more, and then says so. */
  stockQuantity: number;
}

/** The cart as the drawer, /cart and the checkout show it. Prices are today's, from the server. */
export interface CartView {
  id: string | null;
  lines: CartLineView[];
  /** What was in it and has left the shop since: shown until it is taken out, and never charged. */
  noLongerSold: { productId: number; name: string }[];
  itemCount: number;
  subtotal: Pence;
  /** The drawer's Shipping and Total: flat £4.99 above a subtotal of 0 (docs/rules.md#delivery-4). */
  drawerShipping: Pence;
  drawerTotal: Pence;
  /** What UK delivery will really cost, from the checkout's rule. */
  deliverySentence: string;
}
