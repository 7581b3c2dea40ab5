import { useLocation } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#app/components/ui/class-names.ts";

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
export function useClosingDetails() {
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
