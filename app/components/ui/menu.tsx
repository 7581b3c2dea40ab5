import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { Spinner } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface MenuProps {
  /** The button's accessible name; its content is an icon or a word. */
  label: string;
  button: ReactNode;
  /** Whether what was chosen is under way: the button tells, because the menu has closed. */
  pending?: boolean;
  children: ReactNode;
}

/** The gap between button and menu, and between menu and screen edge, in pixels. */
const GAP = 4;

/**
 * A button with a menu of actions. The browser's popover shows it above everything, closes it on Escape or a click
 * elsewhere and restores the focus. Arrow keys, Home, End and first letters move in it.
 */
export function Menu({ label, button, pending = false, children }: MenuProps) {
  const id = useId();
  const hydrated = useHydrated();
  const shown = useShownWhilePending(pending);
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const popover = menu.current;
    if (!popover) return;
    let placedAt = 0;
    const place = () => {
      if (!trigger.current) return;
      placedAt = trigger.current.getBoundingClientRect().top;
      placeBeside(trigger.current, popover);
    };
    // Otherwise it would stay in place while its button scrolls away. What scrolled just before it opened is told late.
    const closeIfLeft = () => {
      if (trigger.current?.getBoundingClientRect().top !== placedAt) popover.hidePopover();
    };
    const onToggle = (event: Event) => {
      const isOpen = event instanceof ToggleEvent && event.newState === "open";
      if (isOpen) {
        place();
        itemsOf(popover)[0]?.focus();
        window.addEventListener("resize", place);
        window.addEventListener("scroll", closeIfLeft, { capture: true, passive: true });
      } else stopFollowing();
    };
    const stopFollowing = () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", closeIfLeft, { capture: true });
    };
    popover.addEventListener("toggle", onToggle);
    return () => {
      popover.removeEventListener("toggle", onToggle);
      stopFollowing();
    };
  }, []);

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item.matches(":focus"));
    const next = nextItem(event.key, items, at);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === "Tab") event.currentTarget.hidePopover();
  };

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        // The browser opens it even before hydration, when its items do nothing yet.
        disabled={!hydrated}
        aria-busy={pending || undefined}
        {...{ popovertarget: id }}
        className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
      >
        {shown ? <Spinner className="size-5" /> : button}
      </button>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={move}
        {...{ popover: "auto" }}
        className="fixed inset-auto m-0 min-w-48 rounded-lg border border-line bg-surface p-1 text-ink shadow-raised"
      >
        {children}
      </div>
    </>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  danger?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, danger = false, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={(event) => {
        // Close first, so that the focus is back on the menu's button before anything opens.
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onSelect();
      }}
      className={classNames(
        "flex min-h-10 w-full items-center gap-3 rounded px-3 text-left text-[0.9375rem] -outline-offset-2 hover:bg-sunken focus:bg-sunken",
        danger && "text-clay",
      )}
    >
      {children}
    </button>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return items[(at + 1) % items.length];
    case "ArrowUp":
      return items.at(at <= 0 ? -1 : at - 1);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default: {
      if (key.length !== 1 || key === " ") return undefined;
      const onwards = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return onwards.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}

/** Below the button with their right edges aligned; above it where there is no room below. */
function placeBeside(trigger: HTMLElement, menu: HTMLElement): void {
  const button = trigger.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = button.bottom + GAP;
  const top = below + height + GAP > window.innerHeight ? button.top - height - GAP : below;
  menu.style.top = `${Math.max(GAP, top)}px`;
  menu.style.left = `${Math.max(GAP, button.right - width)}px`;
}
