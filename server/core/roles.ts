import { type Capability, capabilities } from "./capabilities.ts";
import type { Actor } from "./context.ts";

/** The roles, weakest first. */
export const roles = ["customer", "packer", "shop_manager", "administrator"] as const;

export type Role = (typeof roles)[number];

interface RoleDefinition {
  /** What people read. */
  name: string;
  may: readonly Capability[];
}

/** What somebody who is not signed in may do. */
const visitorMay: readonly Capability[] = ["products.view", "orders.place"];

const customerMay: readonly Capability[] = [...visitorMay, "orders.viewOwn", "profile.edit"];

/** Who may do what (docs/rules.md#access-1). */
const roleTable: Record<Role, RoleDefinition> = {
  customer: { name: "Customer", may: customerMay },
  // Sees what goes to whom, and no money.
  packer: {
    name: "Packer",
    may: [...customerMay, "dashboard.view", "orders.view", "orders.dispatch", "batches.view"],
  },
  shop_manager: {
    name: "Shop Manager",
    may: [
      ...customerMay,
      "dashboard.view",
      "orders.view",
      "orders.viewMoney",
      "orders.export",
      "orders.create",
      "orders.changeStatus",
      "orders.dispatch",
      "orders.recordPayment",
      "orders.refund",
      "orders.cancel",
      "orders.resendConfirmation",
      "failedOrders.view",
      "failedOrders.dismiss",
      "customers.view",
      "notes.view",
      "notes.write",
      "subscribers.view",
      "subscribers.export",
      "enquiries.view",
      "enquiries.answer",
      "batches.view",
      "batches.edit",
      "batches.recall",
      "reports.view",
      "reports.export",
      "evidence.view",
      "evidence.record",
      "evidence.export",
      "users.view",
      "users.export",
      "users.create",
    ],
  },
  administrator: { name: "Administrator", may: capabilities },
};

/** Whether a role, or somebody who is not signed in, may do something. */
export function allows(role: Role | "visitor", capability: Capability): boolean {
  return (role === "visitor" ? visitorMay : roleTable[role].may).includes(capability);
}

/** Whether anyone who has a role may do all that another may: only then may they give it to somebody, or take it. */
export function mayAllThat(role: Role, other: Role): boolean {
  return roleTable[other].may.every((capability) => allows(role, capability));
}

/** The name a person reads for a role; "Unknown" for anything else. */
export function roleDisplayName(role: string): string {
  return isRole(role) ? roleTable[role].name : "Unknown";
}

export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value);
}

/** Staff are the roles that may enter the admin dashboard. */
export function isStaff(role: Role): boolean {
  return allows(role, "dashboard.view");
}

/** For statements: an index finds these few, and not all who are no customers. */
export const staffRoles: readonly Role[] = roles.filter(isStaff);

/** The same of what a form or an address says. */
export function isStaffRole(role: string | undefined): boolean {
  return role !== undefined && isRole(role) && isStaff(role);
}

/** Whether the person who asks may do something. Jobs and webhooks (`system`) may do everything. */
export function actorMay(actor: Actor, capability: Capability): boolean {
  if (actor.kind === "system") return true;
  if (actor.kind === "api-key") return actor.permissions.includes(capability);
  return allows(actor.kind === "user" ? actor.role : "visitor", capability);
}
