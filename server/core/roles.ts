import type { Actor } from "./context.ts";

/**
 * Everything that somebody may be allowed to do, as people would name it, with what anyone who gives it to an API key
 * reads. Roles are lists of these; commands and reads name the one that they need. An own order or
 * profile is that of the person who asks; all others are over anybody's.
 */
const capabilityTable = {
  "orders.place": "Buy: place an order that a payment is for",
  "orders.viewOwn": "See one's own orders",
  "orders.view": "See orders: who gets what, where to, and how far they are",
  "orders.viewMoney": "See what orders came to: prices, payments, refunds and invoices",
  "orders.export": "Download orders as a file",
  "orders.create": "Take orders for customers",
  "orders.changeStatus": "Move orders on",
  "orders.dispatch": "Dispatch orders",
  "orders.recordPayment": "Record that an order was paid",
  "orders.refund": "Refund orders",
  "orders.cancel": "Cancel orders",
  "orders.resendConfirmation": "Send an order's confirmation again",
  "failedOrders.view": "See failed orders",
  "failedOrders.dismiss": "Put failed orders aside",
  "dashboard.view": "See the dashboard",
  "profile.edit": "Change one's own profile",
  "customers.view": "See customers",
  "notes.view": "See what staff noted about orders and customers",
  "notes.write": "Write notes about orders and customers that only staff read",
  "notes.delete": "Delete anybody's notes about orders and customers",
  "subscribers.view": "See who subscribed to the newsletter",
  "subscribers.export": "Download the subscribers as a file",
  "enquiries.view": "See enquiries",
  "enquiries.answer": "Answer enquiries",
  "products.view": "See the catalogue",
  "products.edit": "Change products",
  "products.export": "Download the products as a file",
  "products.create": "Add products, and bring archived ones back",
  "products.archive": "Archive products",
  "batches.view": "See batches: what was made, measured, and which orders it went to",
  "batches.edit": "Enter batches and analyses, write off, and put batches in quarantine",
  "batches.recall": "Recall a batch and mail its customers",
  "reports.view": "See sales figures, charts and VAT",
  "reports.export": "Download the VAT report as a file",
  "evidence.view": "See what became of the biochar that was sold",
  "evidence.record": "Write down what weighbridges say of biochar",
  "evidence.export": "Download what became of the biochar for a registry",
  "reconciliation.view": "See the ledger, and payments that fit no order",
  "reconciliation.settle": "Give back or place payments that fit no order",
  "settings.view": "See the store settings",
  "settings.edit": "Change the store settings",
  "content.view": "See drafts of articles, questions and answers",
  "content.edit": "Write articles, newsletters, questions and answers",
  "newsletter.send": "Send the newsletter",
  "emails.view": "See the mails that the shop sent",
  "emails.resend": "Send a mail again",
  "audit.view": "See who changed what",
  "audit.revert": "Take changes back",
  "apiKeys.view": "See API keys",
  "apiKeys.manage": "Make and revoke API keys",
  "health.view": "See what the shop is not yet fit for",
  "shop.open": "Open the shop for trade, and remove the demo data",
  "users.view": "See users",
  "users.export": "Download the users as a file",
  "users.create": "Add users",
  "users.edit": "Change, verify and suspend users",
  "users.delete": "Delete users",
} as const;

export type Capability = keyof typeof capabilityTable;

/** Every capability, in the order of the table. */
export const capabilities = Object.keys(capabilityTable).filter(isCapability);

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(capabilityTable, name);
}

/** What a capability lets somebody do, in words. */
export function describeCapability(capability: Capability): string {
  return capabilityTable[capability];
}

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
