import { Link, useLocation } from "@remix-run/react";
import { ChevronDown, Menu, ShoppingCart, User, X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from "react";
import { openCartDrawer } from "#app/components/cart/cart-drawer.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import type { VisitorKind } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { accountLinks, headerNavigation, isCurrent, type NavigationItem } from "./navigation.ts";

/** The logo, light or dark with the page; decoration beside the shop's name. */
export function Logo({ className }: { className?: string }) {
  return (
    <picture>
      <source srcSet="/logo-light.svg" media="(prefers-color-scheme: dark)" />
      <img src="/logo.svg" alt="" width="36" height="36" className={className} />
    </picture>
  );
}

const link =
  "inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-[0.9375rem] font-medium whitespace-nowrap hover:bg-sunken xl:px-3.5";

/** The navigation in one row. Sub-menus open on hover and on keyboard focus with CSS alone. Escape closes them. */
function DesktopNavigation({ showAdmin }: { showAdmin: boolean }) {
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex items-center">
        {headerNavigation.map((item) => (
          <TopItem key={item.to} item={item} />
        ))}
        {showAdmin && <TopItem item={{ label: "Admin Dashboard", to: "/admin" }} />}
      </ul>
    </nav>
  );
}

function TopItem({ item }: { item: NavigationItem }) {
  const { pathname } = useLocation();
  const current = isCurrent(item, pathname);
  return (
    <li className="submenu relative" onKeyDown={leaveOnEscape} onPointerLeave={mayOpenAgain}>
      <Link
        to={item.to}
        aria-current={pathname === item.to ? "page" : undefined}
        className={classNames(link, current && "text-moss")}
      >
        <span className={classNames("border-b-2 py-0.5", current ? "border-moss" : "border-transparent")}>
          {item.label}
        </span>
        {item.children && <ChevronDown aria-hidden className="size-4 text-ink-soft" />}
      </Link>
      {item.children && (
        <ul className="submenu-list absolute top-full left-0 z-10 min-w-64 rounded-xl border border-line bg-surface p-2 shadow-raised">
          {item.children.map((child) => (
            <li key={child.to}>
              <Link
                to={child.to}
                onClick={closeAfterChoice}
                aria-current={pathname === child.to ? "page" : undefined}
                className={classNames(
                  "flex min-h-11 items-center rounded-lg px-3 text-[0.9375rem] hover:bg-sunken",
                  pathname === child.to && "font-medium text-moss",
                )}
              >
                {child.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function leaveOnEscape(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape" && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The pointer still rests on the sub-menu after its link was clicked, so it stays closed until the pointer leaves. */
function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest(".submenu")?.setAttribute("data-chosen", "");
}

function mayOpenAgain(event: PointerEvent<HTMLElement>) {
  event.currentTarget.removeAttribute("data-chosen");
}

/** The navigation behind a toggle: native `<details>`, so that it opens without JavaScript too. */
function MobileMenu({ showAdmin, account }: { showAdmin: boolean; account: NavigationItem }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  return (
    <details ref={menu} className="group lg:hidden">
      <summary
        aria-label="Menu"
        className="inline-flex size-11 list-none items-center justify-center rounded-full hover:bg-sunken"
      >
        <Menu aria-hidden className="size-6 group-open:hidden" />
        <X aria-hidden className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Main"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-line bg-paper shadow-raised"
      >
        <ul className="frame flex flex-col py-3">
          {headerNavigation.map((item) => (
            <MenuItem key={item.to} item={item} onChoose={close} />
          ))}
          <MenuItem item={account} onChoose={close} />
          {showAdmin && <MenuItem item={{ label: "Admin Dashboard", to: "/admin" }} onChoose={close} />}
        </ul>
      </nav>
    </details>
  );
}

function MenuItem({ item, onChoose }: { item: NavigationItem; onChoose: () => void }) {
  const { pathname } = useLocation();
  const current = isCurrent(item, pathname);
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={item.to}
        onClick={onChoose}
        aria-current={pathname === item.to ? "page" : undefined}
        className={classNames("flex min-h-12 items-center text-lg font-medium", current && "text-moss")}
      >
        {item.label}
      </Link>
      {item.children && (
        <ul className="pb-2">
          {item.children.map((child) => (
            <li key={child.to}>
              <Link
                to={child.to}
                onClick={onChoose}
                aria-current={pathname === child.to ? "page" : undefined}
                className={classNames(
                  "flex min-h-11 items-center border-l-2 pl-4 text-ink-soft",
                  pathname === child.to ? "border-moss text-moss" : "border-line",
                )}
              >
                {child.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface HeaderProps {
  storeName: string;
  itemCount: number;
  showAdmin: boolean;
  visitorKind: VisitorKind;
}

/** The header of every page. It is sticky, so that the cart is always within reach. */
export function Header({ storeName, itemCount, showAdmin, visitorKind }: HeaderProps) {
  const account = accountLinks[visitorKind];
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
          to={account.to}
          className="hidden min-h-11 items-center gap-2 rounded-full px-2 text-[0.9375rem] font-medium hover:bg-sunken sm:inline-flex xl:px-3"
        >
          <User aria-hidden className="size-5" /> <span>{account.label}</span>
        </Link>
        <CartButton itemCount={itemCount} />
        <MobileMenu showAdmin={showAdmin} account={account} />
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
