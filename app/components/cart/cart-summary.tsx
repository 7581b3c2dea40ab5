import type { CartView } from "#server/cart/cart-view.ts";
import { formatPounds } from "#server/pricing/money.ts";

/** Subtotal, Shipping and Total of spec section 2, with what delivery really costs (resolution B3). */
export function CartSummary({ cart }: { cart: CartView }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 tabular-nums">
      <dt className="text-ink-soft">Subtotal</dt>
      <dd className="text-right">{formatPounds(cart.subtotal)}</dd>
      <dt className="text-ink-soft">Shipping</dt>
      <dd className="text-right">{formatPounds(cart.drawerShipping)}</dd>
      <dd className="col-span-2 -mt-1 text-sm text-ink-soft">{cart.deliverySentence}</dd>
      <dt className="mt-2 border-t border-line pt-3 text-lg font-semibold">Total</dt>
      <dd className="mt-2 border-t border-line pt-3 text-right text-lg font-semibold">
        {formatPounds(cart.drawerTotal)}
      </dd>
    </dl>
  );
}
