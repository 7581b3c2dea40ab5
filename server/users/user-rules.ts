import { allows, mayAllThat, type Role, roles } from "#server/access/roles.ts";
import type { ShopErrorCode } from "#server/core/errors.ts";

/** Who acts: a user by role and id, a script by its key, or the shop itself. */
export type Editor = { kind: "user"; id: number; role: Role } | { kind: "api-key" } | { kind: "system" };

/** An account as far as the rules ask. */
export interface Account {
  id: number;
  role: Role;
  isActive: boolean;
}

export interface UserRefusal {
  code: Extract<ShopErrorCode, "forbidden" | "conflict">;
  message: string;
}

const NOT_PERMITTED = refused("You don't have permission to do this.");
/** The server looks at the role itself, whatever form it came from (docs/rules.md#access-4). */
const NOT_ASSIGNABLE = refused("Only an administrator may assign the administrator role.");

/** Whoever can make or take over a staff account can do what its role may, which is more than the key was made for. */
const KEYS_TOUCH_CUSTOMERS_ONLY = refused("An API key may work on the accounts of customers only.");

/** The roles that an editor may give to an account that they make: none that may more than they may themselves. */
export function assignableRoles(editorRole: Role): Role[] {
  return allows(editorRole, "users.create") ? roles.filter((role) => mayAllThat(editorRole, role)) : [];
}

/** Why an editor may not make an account with a role; null when they may. */
export function creationRefusal(editor: Editor, role: Role): UserRefusal | null {
  if (editor.kind === "system") return null;
  if (editor.kind === "api-key") return role === "customer" ? null : KEYS_TOUCH_CUSTOMERS_ONLY;
  if (!allows(editor.role, "users.create")) return NOT_PERMITTED;
  return assignableRoles(editor.role).includes(role) ? null : NOT_ASSIGNABLE;
}

/**
 * Why an editor may not turn an account into what it would be; null when they may. `administrators` counts the active
 * ones before the change, the account itself among them when it is one.
 */
export function editRefusal(
  editor: Editor,
  before: Account,
  after: Pick<Account, "role" | "isActive">,
  administrators: number,
): UserRefusal | null {
  if (editor.kind === "api-key" && (before.role !== "customer" || after.role !== "customer")) {
    return KEYS_TOUCH_CUSTOMERS_ONLY;
  }
  if (editor.kind === "user") {
    if (!allows(editor.role, "users.edit")) return NOT_PERMITTED;
    if (!mayAllThat(editor.role, before.role) || !mayAllThat(editor.role, after.role)) {
      return before.role === after.role
        ? refused("Only an administrator may edit an administrator.")
        : NOT_ASSIGNABLE;
    }
    if (editor.id === before.id && before.isActive && !after.isActive) {
      return refused("You cannot suspend your own account.");
    }
  }
  const wasAdministrator = before.role === "administrator" && before.isActive;
  const staysAdministrator = after.role === "administrator" && after.isActive;
  if (wasAdministrator && !staysAdministrator && administrators <= 1) {
    return {
      code: "conflict",
      message: after.isActive
        ? "The last administrator must keep the role."
        : "The last administrator cannot be suspended.",
    };
  }
  return null;
}

/** Whether an editor is offered to delete an account: never their own. */
export function mayDelete(editor: { id: number; role: Role }, account: { id: number }): boolean {
  return allows(editor.role, "users.delete") && editor.id !== account.id;
}

function refused(message: string): UserRefusal {
  return { code: "forbidden", message };
}
