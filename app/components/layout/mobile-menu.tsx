import { Link, useLocation } from "@remix-run/react";
import { Menu, X } from "lucide-react";
import { useRef } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { headerNavigation, isCurrent, type NavigationItem } from "./navigation.ts";

/** The navigation behind a toggle: native `<details>`, so that it opens without JavaScript too. */
export function MobileMenu({ showAdmin }: { showAdmin: boolean }) {
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
          <MenuItem item={{ label: "Login", to: "/login" }} onChoose={close} />
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
