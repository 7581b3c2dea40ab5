import { Link, useLocation, useNavigation } from "@remix-run/react";
import {
  CalendarCheck,
  ChevronDown,
  Coins,
  type LucideIcon,
  Mail,
  Menu,
  Newspaper,
  Package,
  Settings,
  ShoppingBag,
  Sprout,
  TextSearch,
  Users,
} from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { useWorkCounts, WorkCount } from "./live.tsx";
import { addressInNavigation, groupsFor, type StaffEntry, type StaffGroup } from "./staff-navigation.ts";

const icons: Record<string, LucideIcon> = {
  Today: CalendarCheck,
  Orders: ShoppingBag,
  Packing: Package,
  Customers: Users,
  Products: Sprout,
  Content: Newspaper,
  Money: Coins,
  Settings,
};

/** Beside every page of the staff's where there is room; on a phone the bar below has it. */
export function SideNavigation() {
  return (
    <nav
      aria-label="Workplace"
      className="workplace-side border-r border-line bg-sunken px-2 py-3 max-lg:hidden print:hidden"
    >
      <Groups className="grid gap-1.5" />
    </nav>
  );
}

/** Which address of the navigation is open, and which is on its way. */
function usePlaces(groups: readonly StaffGroup[]) {
  const here = useLocation();
  const { location: next } = useNavigation();
  const current = addressInNavigation(groups, here);
  const asked = next ? addressInNavigation(groups, next) : null;
  return { current, coming: asked === current ? null : asked, here };
}

function Groups({ className }: { className: string }) {
  const may = useMayAsk();
  const groups = groupsFor(may);
  const places = usePlaces(groups);
  return (
    <ul className={className}>
      {groups.map(({ label, lead, entries }) => {
        const Icon = icons[label] ?? Newspaper;
        const heading = (
          <>
            <Icon aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
            {label}
          </>
        );
        return (
          <li key={label} className="break-inside-avoid">
            {lead ? (
              <EntryLink entry={{ label, ...lead }} places={places} className="min-h-9 font-medium">
                {heading}
              </EntryLink>
            ) : (
              <span className="flex min-h-8 items-center gap-2.5 px-2 font-medium">{heading}</span>
            )}
            {entries.length > 0 && (
              <ul>
                {entries.map((entry) => (
                  <li key={entry.to}>
                    <EntryLink
                      entry={entry}
                      places={places}
                      className="min-h-7.5 pl-9 text-sm max-lg:min-h-11"
                    >
                      {entry.label}
                    </EntryLink>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface EntryLinkProps {
  entry: StaffEntry;
  places: ReturnType<typeof usePlaces>;
  className: string;
  children: React.ReactNode;
}

function EntryLink({ entry: { to, waits }, places, className, children }: EntryLinkProps) {
  const { current, coming, here } = places;
  const counts = useWorkCounts();
  const isItself = here.pathname === to.split("?")[0];
  const isCurrent = to === current;
  return (
    <Link
      to={to}
      aria-current={isCurrent ? (isItself ? "page" : "true") : undefined}
      data-coming={to === coming || undefined}
      className={classNames(
        "flex items-center gap-2.5 rounded-lg px-2 no-underline -outline-offset-2 hover:bg-paper",
        isCurrent && coming === null && "bg-moss-soft text-moss-strong",
        to === coming && "bg-moss-soft underline",
        className,
      )}
    >
      {children}
      {waits && <WorkCount kind={waits} count={counts[waits]} />}
    </Link>
  );
}

const barItem =
  "relative flex min-h-14 flex-1 list-none flex-col items-center justify-center gap-0.5 text-xs no-underline -outline-offset-4";

/** At the foot of a phone: what is opened most, and a menu with all the rest. */
export function PhoneBar() {
  const may = useMayAsk();
  const groups = groupsFor(may);
  const { current, coming } = usePlaces(groups);
  const { menu, ...handlers } = useClosingDetails();
  const counts = useWorkCounts();
  const links: (StaffEntry & { Icon: LucideIcon })[] = [
    { label: "Today", to: "/admin/today", needs: "dashboard.view", Icon: CalendarCheck },
    { label: "Orders", to: "/admin?tab=orders", needs: "orders.view", Icon: ShoppingBag },
    { label: "Search", to: "/admin/find", needs: "dashboard.view", Icon: TextSearch },
    may("enquiries.view")
      ? {
          label: "Enquiries",
          to: "/admin?tab=enquiries",
          needs: "enquiries.view",
          waits: "enquiries",
          Icon: Mail,
        }
      : { label: "Packing", to: "/admin/packing", needs: "orders.view", waits: "toPack", Icon: Package },
  ];
  return (
    <nav
      aria-label="Workplace"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-paper lg:hidden print:hidden"
    >
      {links
        .filter(({ needs }) => may(needs))
        .map(({ label, to, waits, Icon }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === current ? "page" : undefined}
            className={classNames(
              barItem,
              to === (coming ?? current) ? "font-semibold text-moss" : "text-ink-soft",
              to === coming && "underline",
            )}
          >
            <Icon aria-hidden className="size-5" />
            {label}
            {waits && (
              <span className="absolute top-1 left-1/2 ml-1">
                <WorkCount kind={waits} count={counts[waits]} />
              </span>
            )}
          </Link>
        ))}
      <details ref={menu} name="staff-menu" {...handlers} className="flex flex-1">
        <summary className={classNames(barItem, "w-full text-ink-soft")}>
          <Menu aria-hidden className="size-5" />
          More
        </summary>
        <div className="fixed inset-x-0 bottom-14 max-h-[calc(100dvh-8rem)] overflow-y-auto border-t border-line bg-sunken p-3 shadow-raised">
          {/* In columns, so that all of it is seen at once: what is open may be far down. */}
          <Groups className="columns-2 gap-3 sm:columns-3" />
        </div>
      </details>
    </nav>
  );
}

interface HeaderMenuProps {
  /** Where there is no room for it, the icon alone is shown. */
  label: string;
  icon: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A menu of links in the line above the staff's pages: native `<details>`. */
export function HeaderMenu({ label, icon, className, children }: HeaderMenuProps) {
  const { menu, ...handlers } = useClosingDetails();
  return (
    <details ref={menu} name="staff-menu" {...handlers} className="group relative">
      <summary className="inline-flex min-h-10 list-none items-center gap-1.5 rounded-full px-2 text-sm font-medium whitespace-nowrap hover:bg-sunken lg:px-3">
        {icon}
        <span className="max-sm:sr-only">{label}</span>
        <ChevronDown aria-hidden className="size-4 text-ink-soft group-open:rotate-180 max-sm:hidden" />
      </summary>
      <div
        className={classNames(
          "absolute top-full right-0 z-10 mt-1 max-h-[calc(100dvh-5rem)] min-w-64 overflow-y-auto rounded-xl border border-line bg-surface p-2 shadow-raised",
          className,
        )}
      >
        {children}
      </div>
    </details>
  );
}

/** For a `<details>` that is a menu: Escape, a choice and the focus elsewhere close it. */
function useClosingDetails() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => menu.current?.removeAttribute("open"), [key]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget instanceof Node && !menu.current?.contains(relatedTarget);
    if (isElsewhere) menu.current?.removeAttribute("open");
  };
  return { menu, onKeyDown, onBlur };
}
