import { Link, useLocation } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { headerNavigation, isCurrent, type NavigationItem } from "./navigation.ts";

const link =
  "inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-[0.9375rem] font-medium whitespace-nowrap hover:bg-sunken xl:px-3.5";

/** The navigation in one row. Sub-menus open by hover and by keyboard focus with CSS alone; Escape closes them. */
export function DesktopNavigation({ showAdmin }: { showAdmin: boolean }) {
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

/** The pointer still rests on the sub-menu when its link was chosen; it stays shut until the pointer has left. */
function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest(".submenu")?.setAttribute("data-chosen", "");
}

function mayOpenAgain(event: PointerEvent<HTMLElement>) {
  event.currentTarget.removeAttribute("data-chosen");
}
