import { useLocation } from "@remix-run/react";
import { ShoppingCart } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { closeCartDrawer, useCartDrawerOpen } from "#app/lib/cart-drawer-state.ts";
import type { CartView } from "#server/cart/cart-view.ts";
import { CartLines, NoLongerSold } from "./cart-lines.tsx";
import { CartSummary } from "./cart-summary.tsx";

/** The cart, slid in from the right. Its content is rendered when it first opens. */
export function CartDrawer({ cart }: { cart: CartView }) {
  const open = useCartDrawerOpen();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  useCloseOnNavigation();
  return (
    <Dialog open={open} onClose={closeCartDrawer} title="Your Cart" placement="right">
      {opened && <NoLongerSold cart={cart} />}
      {opened && (cart.lines.length === 0 ? <EmptyCart /> : <FullCart cart={cart} />)}
    </Dialog>
  );
}

/** Back and forward lead to another page, so the drawer closes. */
function useCloseOnNavigation() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(closeCartDrawer, [pathname]);
}

function EmptyCart() {
  return (
    <div className="flex flex-col items-center gap-6 py-16 text-center">
      <ShoppingCart aria-hidden className="size-12 text-ink-soft" strokeWidth={1.25} />
      <p className="text-lg">Your cart is empty</p>
      <Button type="button" variant="secondary" onClick={closeCartDrawer}>
        Continue Shopping
      </Button>
    </div>
  );
}

function FullCart({ cart }: { cart: CartView }) {
  return (
    <div className="flex min-h-full flex-col">
      <div className="-mt-5 flex-1">
        <CartLines lines={cart.lines} onLeave={closeCartDrawer} />
      </div>
      <div className="sticky -bottom-5 -mx-6 -mb-5 flex flex-col gap-3 border-t border-line bg-surface px-6 py-5">
        <CartSummary cart={cart} />
        <ButtonLink to="/checkout" reloadDocument size="large" onClick={closeCartDrawer} className="mt-2">
          Proceed to Checkout
        </ButtonLink>
        <Button type="button" variant="quiet" onClick={closeCartDrawer}>
          Continue Shopping
        </Button>
      </div>
    </div>
  );
}
