import type { ShopErrorCode } from "#server/core/errors.ts";
import { allows, mayAllThat, type Role, roles } from "#server/core/roles.ts";

/** The actor: a user by role and id, a script by its key, or the shop itself. */
export type Editor = { kind: "user"; id: number; role: Role } | { kind: "api-key" } | { kind: "system" };

/** The part of an account that the rules read. */
export interface Account {
  id: number;
  role: Role;
  isActive: boolean;
}

export interface UserRuleError {
  code: Extract<ShopErrorCode, "forbidden" | "conflict">;
  message: string;
}

const NOT_PERMITTED = forbidden("You don't have permission to do this.");
/** The server checks the role itself, whichever form submitted it (docs/rules.md#access-4). */
const NOT_ASSIGNABLE = forbidden("Only an administrator may assign the administrator role.");

/** Anyone who can create or take over a staff account gets its role's permissions, which exceed the key's. */
const KEYS_TOUCH_CUSTOMERS_ONLY = forbidden("An API key may work on the accounts of customers only.");

/** The roles that an editor may give to a new account: none with more permissions than their own. */
export function assignableRoles(editorRole: Role): Role[] {
  return allows(editorRole, "users.create") ? roles.filter((role) => mayAllThat(editorRole, role)) : [];
}

/** Why an editor may not create an account with this role; null when they may. */
export function creationError(editor: Editor, role: Role): UserRuleError | null {
  if (editor.kind === "system") return null;
  if (editor.kind === "api-key") return role === "customer" ? null : KEYS_TOUCH_CUSTOMERS_ONLY;
  if (!allows(editor.role, "users.create")) return NOT_PERMITTED;
  return assignableRoles(editor.role).includes(role) ? null : NOT_ASSIGNABLE;
}

/**
 * Why an editor may not change an account into this state; null when they may. `administrators` counts the active ones
 * before the change, including the account itself when it is one.
 */
export function editError(
  editor: Editor,
  before: Account,
  after: Pick<Account, "role" | "isActive">,
  administrators: number,
): UserRuleError | null {
  if (editor.kind === "api-key" && (before.role !== "customer" || after.role !== "customer")) {
    return KEYS_TOUCH_CUSTOMERS_ONLY;
  }
  if (editor.kind === "user") {
    if (!allows(editor.role, "users.edit")) return NOT_PERMITTED;
    if (!mayAllThat(editor.role, before.role) || !mayAllThat(editor.role, after.role)) {
      return before.role === after.role
        ? forbidden("Only an administrator may edit an administrator.")
        : NOT_ASSIGNABLE;
    }
    if (editor.id === before.id && before.isActive && !after.isActive) {
      return forbidden("You cannot suspend your own account.");
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

/** Whether an editor may see the button that deletes this account: never their own. */
export function mayDelete(editor: { id: number; role: Role }, account: { id: number }): boolean {
  return allows(editor.role, "users.delete") && editor.id !== account.id;
}

function forbidden(message: string): UserRuleError {
  return { code: "forbidden", message };
}
