import {
  BadgeCheck,
  Ellipsis,
  KeyRound,
  type LucideIcon,
  Pencil,
  ShieldOff,
  Trash2,
  UserCheck,
  UserX,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useCommand, userFailures } from "#app/components/staff/kit/use-command.ts";
import { Spinner } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { StaffUserView } from "#server/customers/list-users.server.ts";
import { mayDelete } from "#server/customers/user-rules.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import type { Viewer } from "#server/customers/users-query.ts";

interface UserMenuProps {
  user: StaffUserView;
  viewer: Viewer;
  onEdit: () => void;
  onDelete: () => void;
}

/** What can be done with one user; nothing for who may not edit. */
export function UserMenu({ user, viewer, onEdit, onDelete }: UserMenuProps) {
  const mayEdit = useMay("users.edit");
  const { send, pending } = useCommand<never>();
  if (!viewer || !mayEdit) return null;
  const { id, isActive, isVerified, twoFactor } = user;
  return (
    <Menu label={`Actions for ${user.name}`} pending={pending}>
      <MenuItem icon={Pencil} onSelect={onEdit}>
        Edit User
      </MenuItem>
      {!isVerified && (
        <MenuItem icon={BadgeCheck} onSelect={() => send(userCommands.verify, { id }, userFailures.verify)}>
          Verify User
        </MenuItem>
      )}
      {isActive && (
        <MenuItem
          icon={KeyRound}
          onSelect={() => send(userCommands.sendPasswordReset, { id }, userFailures.sendPasswordReset)}
        >
          Reset Password
        </MenuItem>
      )}
      {twoFactor && id !== viewer.id && (
        <MenuItem
          icon={ShieldOff}
          onSelect={() => send(userCommands.resetTwoFactor, { id }, userFailures.resetTwoFactor)}
        >
          Reset Two-Factor Sign-in
        </MenuItem>
      )}
      {id !== viewer.id && (
        <MenuItem
          icon={isActive ? UserX : UserCheck}
          onSelect={() => send(userCommands.setStatus, { id, isActive: !isActive }, userFailures.setStatus)}
        >
          <span>{isActive ? "Suspend" : "Activate"}</span> User
        </MenuItem>
      )}
      {mayDelete(viewer, user) && (
        <MenuItem icon={Trash2} onSelect={onDelete} isDanger>
          Delete User
        </MenuItem>
      )}
    </Menu>
  );
}

interface MenuProps {
  label: string;
  /** Whether what was chosen is under way: the button tells, because the menu has closed. */
  pending: boolean;
  children: ReactNode;
}

/**
 * A button with a menu. The browser's popover shows it above everything, stays beside its button, closes on Escape or a
 * click elsewhere and restores the focus.
 */
function Menu({ label, pending, children }: MenuProps) {
  const id = useId();
  const hydrated = useHydrated();
  const isShownPending = useShownWhilePending(pending);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const popover = menu.current;
    // Once it has closed, nothing in it takes the focus.
    const focusFirst = () => popover?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    popover?.addEventListener("toggle", focusFirst);
    return () => popover?.removeEventListener("toggle", focusFirst);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        // The browser opens it even before hydration, when its items do nothing yet.
        disabled={!hydrated}
        aria-busy={pending || undefined}
        {...{ popovertarget: id }}
        className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
      >
        {isShownPending ? <Spinner className="size-5" /> : <Ellipsis aria-hidden className="size-5" />}
      </button>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={moveInMenu}
        {...{ popover: "auto" }}
        className="beside-its-button min-w-48 rounded-lg border border-line bg-surface p-1 text-ink shadow-raised"
      >
        {children}
      </div>
    </>
  );
}

/** Arrow keys, Home, End and first letters move in the menu, and Tab leaves it. */
function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = items.findIndex((item) => item.matches(":focus"));
  const place = { ArrowDown: (at + 1) % items.length, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[
    event.key
  ];
  const onwards = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const beginsSo = (item: HTMLElement) => {
    return event.key.length === 1 && item.innerText.trim().toLowerCase().startsWith(event.key.toLowerCase());
  };
  const next = place === undefined ? onwards.find(beginsSo) : items.at(place);
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (event.key === "Tab") event.currentTarget.hidePopover();
}

interface MenuItemProps {
  icon: LucideIcon;
  onSelect: () => void;
  isDanger?: boolean;
  children: ReactNode;
}

function MenuItem({ icon: Icon, onSelect, isDanger = false, children }: MenuItemProps) {
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
        isDanger && "text-clay",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" /> {children}
    </button>
  );
}
