import type { Role } from "./roles.ts";

export const areas = ["orders", "customers", "products", "reports", "settings", "users"] as const;
export const actions = ["view", "create", "edit", "delete"] as const;

type Area = (typeof areas)[number];
type Action = (typeof actions)[number];

/** Whose records a grant covers: one's own, or anybody's. "any" includes "own". */
type Scope = "own" | "any";

/** A permission as guards, procedures and endpoints name it: `orders.view:any`. */
export type Permission = `${Area}.${Action}:${Scope}`;

/** A permission over anybody's records, which is all that an API key can be given. */
export type PermissionOverAny = `${Area}.${Action}:any`;

type Grants = Partial<Record<Area, Partial<Record<Action, Scope>>>>;

const everything: Partial<Record<Action, Scope>> = { view: "any", create: "any", edit: "any", delete: "any" };

/**
 * Who may do what (docs/rules.md#access-1), and whose: a customer acts on what is theirs, staff on anybody's. `visitor`
 * is someone not signed in.
 */
const permissionMatrix: Record<Role | "visitor", Grants> = {
  visitor: { orders: { create: "own" }, products: { view: "any" } },
  customer: {
    orders: { view: "own", create: "own" },
    customers: { edit: "own" },
    products: { view: "any" },
  },
  shop_manager: {
    orders: { view: "any", create: "any", edit: "any" },
    customers: { view: "any", create: "any", edit: "any" },
    products: { view: "any" },
    reports: { view: "any" },
    users: { view: "any", create: "any" },
  },
  administrator: {
    orders: everything,
    customers: everything,
    products: everything,
    reports: everything,
    settings: everything,
    users: everything,
  },
};

/** Whether a role (or a visitor) holds a permission. "any" satisfies "own". */
export function allows(role: Role | "visitor", permission: Permission): boolean {
  const { area, action, scope } = partsOf(permission);
  const granted = permissionMatrix[role][area]?.[action];
  return granted === "any" || (granted !== undefined && granted === scope);
}

/** Everything a role may do with anybody's records, in the order of the matrix. */
export function permissionsOverAny(role: Role): PermissionOverAny[] {
  return areas
    .flatMap((area) => actions.map((action): PermissionOverAny => `${area}.${action}:any`))
    .filter((permission) => allows(role, permission));
}

/** Whether a list of permissions over anybody's records holds this one. "any" satisfies "own". */
export function isAmong(granted: readonly PermissionOverAny[], permission: Permission): boolean {
  const { area, action } = partsOf(permission);
  return granted.includes(`${area}.${action}:any`);
}

function partsOf(permission: Permission): { area: Area; action: Action; scope: Scope } {
  const [subject = "", scope] = permission.split(":");
  const [area, action] = subject.split(".");
  return { area: area as Area, action: action as Action, scope: scope as Scope };
}
