import { Link, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { CirclePlus, Earth, TextSearch, User } from "lucide-react";
import { type MouseEvent, useEffect } from "react";
import { SignOutForm } from "#app/components/account/sign-out-form.tsx";
import { Logo } from "#app/components/layout/header.tsx";
import {
  footerLegalLinks,
  headerNavigation,
  isCurrent,
  type NavigationItem,
} from "#app/components/layout/navigation.ts";
import { HeaderMenu, PhoneBar, SideNavigation } from "#app/components/staff/frame/navigation.tsx";
import { WorkplaceKeys } from "#app/components/staff/frame/workplace-keys.tsx";
import { AskBeforeLeaving } from "#app/components/staff/unsaved-changes.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { STORE_NAME_UNKNOWN } from "#app/lib/document/page-meta.ts";
import type { PageFrame, StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import { onUndo, tellUndone } from "#app/lib/staff-events.ts";
import { useStoredUserIsAdmin } from "#app/lib/stored-user.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { roleDisplayName } from "#server/core/roles.ts";

export { PageError as ErrorBoundary } from "#app/components/layout/page-error.tsx";

/** One line above, the navigation beside or below the page, one line at the end. */
const staffFrame: PageFrame = {
  className: "workplace",
  Before: () => (
    <>
      <StaffHeader />
      <SideNavigation />
      <noscript>
        <p className="border-b border-line bg-clay-soft px-4 py-2">
          Pages for staff need JavaScript: please turn it on for this site.
        </p>
      </noscript>
    </>
  ),
  After: () => (
    <>
      <StaffFooter />
      <PhoneBar />
      <AskBeforeLeaving />
      <TakesBack />
    </>
  ),
};

/** Around every page for staff, which have a frame of their own. */
export const handle: StaffPageHandle = { frame: staffFrame };

/** Takes back what a message told of when its Undo asks for that: the message may be older than the page. */
function TakesBack() {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(
    () =>
      onUndo(async (what) => {
        const isDone = await import("#app/components/staff/staff-panel.tsx").then(
          ({ undo }) => undo(what),
          () => showToast(notTakenBack),
        );
        tellUndone();
        if (isDone && typeof what === "object" && what.to !== pathname) navigate(what.to);
        else revalidate();
      }),
    [revalidate, navigate, pathname],
  );
  return null;
}

const notTakenBack = {
  kind: "error",
  title: "Not taken back",
  description: "The server did not answer. Please try again.",
} as const;

const footerLinks: readonly { label: string; to: string; keys?: string }[] = [
  { label: "View the shop", to: "/products" },
  { label: "Keys", to: "/admin/keys", keys: "?" },
  ...footerLegalLinks,
];

function StaffFooter() {
  const store = useRootData()?.store;
  if (!store) return null;
  return (
    <footer className="border-t border-line px-4 py-2 text-xs text-ink-soft print:hidden">
      <ul className="flex flex-wrap items-center gap-x-4">
        <li>© {store.storeName}</li>
        {footerLinks.map(({ label, to, keys }) => (
          <li key={to}>
            <Link
              to={to}
              aria-keyshortcuts={keys}
              className="inline-flex min-h-7 items-center hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </footer>
  );
}

const menuLink = "flex min-h-9 items-center rounded-lg px-3 text-[0.9375rem] no-underline hover:bg-sunken";

/** The line above the staff's pages: the shop's own links are in a menu, the account stands in place of cart and Login. */
function StaffHeader() {
  const root = useRootData();
  const may = useMayAsk();
  const storeName = root?.store.storeName ?? STORE_NAME_UNKNOWN;
  return (
    <header className="sticky top-0 z-30 flex min-h-12 items-center gap-1 border-b border-line bg-paper px-3 lg:px-4 print:hidden">
      <Link
        to="/"
        aria-label={storeName}
        className="mr-2 flex min-h-10 items-center gap-2 no-underline lg:w-48 lg:shrink-0"
      >
        <Logo className="size-7 shrink-0" />
        <span className="truncate font-display text-lg tracking-tight max-lg:hidden">{storeName}</span>
      </Link>
      <WorkplaceKeys>{(find) => <FindLink onOpen={find} />}</WorkplaceKeys>
      <div className="ml-auto flex items-center gap-1">
        {may("orders.create") && (
          <Link
            to="/shop-manager?new=order"
            className="inline-flex min-h-10 items-center gap-1.5 rounded-full px-2 text-sm font-medium whitespace-nowrap no-underline hover:bg-sunken lg:px-3"
          >
            <CirclePlus aria-hidden className="size-4.5" />
            <span className="max-sm:sr-only">New order</span>
          </Link>
        )}
        <WebsiteMenu />
        {root && <AccountMenu name={root.actor.name ?? ""} role={root.actor.role ?? ""} />}
      </div>
    </header>
  );
}

function WebsiteMenu() {
  const showAdmin = useStoredUserIsAdmin();
  return (
    <HeaderMenu
      label="Website"
      icon={<Earth aria-hidden className="size-4.5" />}
      className="max-sm:-right-12"
    >
      <nav aria-label="Main">
        <ul>
          {headerNavigation.map((item) => (
            <WebsiteLink key={item.to} item={item} />
          ))}
          <WebsiteLink item={{ label: "Cart", to: "/cart" }} />
          {showAdmin && <WebsiteLink item={{ label: "Admin Dashboard", to: "/admin" }} />}
        </ul>
      </nav>
    </HeaderMenu>
  );
}

function WebsiteLink({ item: { children, ...item } }: { item: NavigationItem }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={item.to} className={classNames(menuLink, isCurrent(item, pathname) && "text-moss")}>
        {item.label}
      </Link>
      {children && (
        <ul className="ml-3 border-l border-line pl-1">
          {children.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className={classNames(menuLink, "text-ink-soft")}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Who is signed in, what is theirs, and the way out. */
function AccountMenu({ name, role }: { name: string; role: string }) {
  return (
    <HeaderMenu label={name} icon={<User aria-hidden className="size-4.5" />}>
      <p className="px-3 py-2 text-sm">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="text-ink-soft">{roleDisplayName(role)}</span>
      </p>
      <ul className="border-y border-line py-1">
        <li>
          <Link to="/account/settings" className={menuLink}>
            Account settings
          </Link>
        </li>
        <li>
          <Link to="/account" className={menuLink}>
            Your account
          </Link>
        </li>
      </ul>
      <div className="px-3 pt-3 pb-1">
        <SignOutForm />
      </div>
    </HeaderMenu>
  );
}

/** The way to the search of everything: it opens over the page, and a click that asks for a new tab gets the search as one. */
function FindLink({ onOpen }: { onOpen: () => void }) {
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Link
      to="/admin/find"
      onClick={openHere}
      aria-label="Find"
      aria-keyshortcuts="Control+K Meta+K /"
      className="flex min-h-9 w-full max-w-md min-w-0 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-sm text-ink-soft no-underline hover:border-ink max-lg:hidden"
    >
      <TextSearch aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="truncate">
        Search or jump to…
      </span>
      <kbd aria-hidden className="ml-auto whitespace-nowrap">
        Ctrl K
      </kbd>
    </Link>
  );
}
