import { Link, useLocation } from "@remix-run/react";
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { Spinner } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { reloadPage } from "#app/lib/document/missing-files.tsx";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import type { CartView } from "#server/cart/cart-view.ts";
import type { CartContentsProps } from "./cart-contents.tsx";

/** Whether the cart drawer is open: a fact of the browser alone, shared by the header's button and the drawer. */
let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openCartDrawer = () => set(true);
const closeCartDrawer = () => set(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useCartDrawerOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
}

/** The cart, slid in from the right. Its content is fetched after the page, and rendered when it first opens. */
export function CartDrawer({ cart }: { cart: CartView }) {
  const open = useCartDrawerOpen();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  useCloseOnNavigation();
  const Contents = useContents(open);
  const waits = useShownWhilePending(open && !Contents);
  return (
    <Dialog open={open} onClose={closeCartDrawer} title="Your Cart" placement="right">
      {opened && Contents && <Contents cart={cart} onClose={closeCartDrawer} />}
      {waits && (
        <p className="flex items-center gap-3 py-16">
          <Spinner className="size-5" label="Loading your cart" />
          <Link to="/cart" reloadDocument className="underline">
            View your cart
          </Link>
        </p>
      )}
    </Dialog>
  );
}

/** Tried again at each opening, should the connection have been down. */
function useContents(open: boolean) {
  const [Contents, setContents] = useState<ComponentType<CartContentsProps>>();
  useEffect(() => {
    if (Contents) return;
    import("./cart-contents.tsx").then(
      (module) => setContents(() => module.CartContents),
      () => {
        if (open) void reloadPage();
      },
    );
  }, [open, Contents]);
  return Contents;
}

/** Back and forward lead to another page, so the drawer closes. */
function useCloseOnNavigation() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(closeCartDrawer, [pathname]);
}
