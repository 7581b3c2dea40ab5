import { Link, useLocation } from "@remix-run/react";
import { ShoppingCart, User } from "lucide-react";
import type { MouseEvent } from "react";
import { openCartDrawer } from "#app/lib/cart-drawer-state.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { DesktopNavigation } from "./desktop-navigation.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";

interface HeaderProps {
  storeName: string;
  itemCount: number;
  showAdmin: boolean;
}

/** The head of every page. It stays at the top, so that the cart is always at hand. */
export function Header({ storeName, itemCount, showAdmin }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="frame flex min-h-16 items-center gap-2 lg:min-h-18">
        <Link
          to="/"
          className="mr-auto flex min-h-11 items-center gap-2.5 no-underline"
          aria-label={storeName}
        >
          <Logo className="size-9 shrink-0" />
          <span className="font-display text-xl tracking-tight whitespace-nowrap">{storeName}</span>
        </Link>
        <DesktopNavigation showAdmin={showAdmin} />
        <Link
          to="/login"
          className="hidden min-h-11 items-center gap-2 rounded-full px-2 text-[0.9375rem] font-medium hover:bg-sunken sm:inline-flex xl:px-3"
        >
          <User aria-hidden className="size-5" /> Login
        </Link>
        <CartButton itemCount={itemCount} />
        <MobileMenu showAdmin={showAdmin} />
      </div>
    </header>
  );
}

/** A link to the cart's page, which opens the drawer instead where there is JavaScript. */
function CartButton({ itemCount }: { itemCount: number }) {
  const hydrated = useHydrated();
  const { pathname } = useLocation();
  const label = itemCount === 1 ? "Cart, 1 item" : `Cart, ${itemCount} items`;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || pathname === "/cart") return;
    event.preventDefault();
    openCartDrawer();
  };
  return (
    <Link
      to="/cart"
      onClick={open}
      aria-label={itemCount > 0 ? label : "Cart"}
      aria-haspopup={hydrated ? "dialog" : undefined}
      className="relative inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
    >
      <ShoppingCart aria-hidden className="size-5.5" />
      {itemCount > 0 && (
        <span
          aria-hidden="true"
          data-testid="cart-count"
          className="absolute top-0 right-0 inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-moss px-1 text-xs font-semibold text-on-moss"
        >
          {itemCount}
        </span>
      )}
    </Link>
  );
}
