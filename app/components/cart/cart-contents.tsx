import { ShoppingCart } from "lucide-react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import type { CartView } from "#server/cart/cart-view.ts";
import { CartLines, NoLongerSold } from "./cart-lines.tsx";
import { CartSummary } from "./cart-summary.tsx";

export interface CartContentsProps {
  cart: CartView;
  onClose: () => void;
}

/** What the drawer shows of a cart: a file of its own, since no page needs it before the drawer opens. */
export function CartContents({ cart, onClose }: CartContentsProps) {
  return (
    <>
      <NoLongerSold cart={cart} />
      {cart.lines.length === 0 ? <EmptyCart onClose={onClose} /> : <FullCart cart={cart} onClose={onClose} />}
    </>
  );
}

function EmptyCart({ onClose }: Pick<CartContentsProps, "onClose">) {
  return (
    <div className="flex flex-col items-center gap-6 py-16 text-center">
      <ShoppingCart aria-hidden className="size-12 text-ink-soft" strokeWidth={1.25} />
      <p className="text-lg">Your cart is empty</p>
      <Button type="button" variant="secondary" onClick={onClose}>
        Continue Shopping
      </Button>
    </div>
  );
}

function FullCart({ cart, onClose }: CartContentsProps) {
  return (
    <div className="flex min-h-full flex-col">
      <div className="-mt-5 flex-1">
        <CartLines lines={cart.lines} onLeave={onClose} />
      </div>
      <div className="sticky -bottom-5 -mx-6 -mb-5 flex flex-col gap-3 border-t border-line bg-surface px-6 py-5">
        <CartSummary cart={cart} />
        <ButtonLink to="/checkout" reloadDocument size="large" onClick={onClose} className="mt-2">
          Proceed to Checkout
        </ButtonLink>
        <Button type="button" variant="quiet" onClick={onClose}>
          Continue Shopping
        </Button>
      </div>
    </div>
  );
}
