import { describe, expect, it } from "vitest";
import { allows, type Capability, capabilities, isStaff, mayAllThat, type Role, roles } from "./roles.ts";

/** The areas and actions of docs/rules.md#access-3, for one's own records or anybody's, and what each comes to here. */
const cells: Record<string, readonly Capability[]> = {
  "orders.view:own": ["orders.viewOwn"],
  "orders.view:any": [
    "orders.view",
    "orders.viewMoney",
    "orders.export",
    "failedOrders.view",
    "dashboard.view",
    "batches.view",
  ],
  "orders.create:own": ["orders.place"],
  "orders.create:any": ["orders.create"],
  "orders.edit:any": [
    "orders.changeStatus",
    "orders.dispatch",
    "orders.recordPayment",
    "orders.refund",
    "orders.cancel",
    "orders.resendConfirmation",
    "failedOrders.dismiss",
    "batches.edit",
    "batches.recall",
  ],
  "customers.view:any": [
    "customers.view",
    "notes.view",
    "subscribers.view",
    "subscribers.export",
    "enquiries.view",
  ],
  "customers.edit:own": ["profile.edit"],
  "customers.edit:any": ["enquiries.answer", "notes.write"],
  "customers.delete:any": ["notes.delete"],
  "products.view:any": ["products.view"],
  "products.create:any": ["products.create"],
  "products.edit:any": ["products.edit", "products.export"],
  "products.delete:any": ["products.archive"],
  "reports.view:any": [
    "reports.view",
    "reports.export",
    "evidence.view",
    "evidence.record",
    "evidence.export",
  ],
  "reports.edit:any": ["reconciliation.view", "reconciliation.settle"],
  "settings.view:any": [
    "settings.view",
    "content.view",
    "emails.view",
    "audit.view",
    "apiKeys.view",
    "health.view",
  ],
  "settings.edit:any": [
    "settings.edit",
    "content.edit",
    "newsletter.send",
    "emails.resend",
    "audit.revert",
    "apiKeys.manage",
    "shop.open",
  ],
  "users.view:any": ["users.view", "users.export"],
  "users.create:any": ["users.create"],
  "users.edit:any": ["users.edit"],
  "users.delete:any": ["users.delete"],
};

/** Areas and actions by role; the administrator's "all" is every one. Who may do it to anybody's may to their own. */
const matrix = {
  visitor: { orders: "create:own", products: "view:any" },
  customer: { orders: "view:own create:own", customers: "edit:own", products: "view:any" },
  shop_manager: {
    orders: "view:any create:any edit:any",
    customers: "view:any create:any edit:any",
    products: "view:any",
    reports: "view:any",
    users: "view:any create:any",
  },
  administrator: Object.fromEntries(
    ["orders", "customers", "products", "reports", "settings", "users"].map((area) => [
      area,
      "view:any create:any edit:any delete:any",
    ]),
  ),
} as const;

function capabilitiesOf(role: keyof typeof matrix): Capability[] {
  const granted = Object.entries(matrix[role]).flatMap(([area, actions]) =>
    actions
      .split(" ")
      .flatMap((action) => [`${area}.${action}`, `${area}.${action.replace(":any", ":own")}`]),
  );
  return [...new Set(granted)].flatMap((cell) => cells[cell] ?? []);
}

const expected: Record<Role | "visitor", readonly Capability[]> = {
  visitor: capabilitiesOf("visitor"),
  customer: capabilitiesOf("customer"),
  // Sees and dispatches orders, and does what customers do.
  packer: [...capabilitiesOf("customer"), "orders.view", "orders.dispatch", "dashboard.view", "batches.view"],
  shop_manager: capabilitiesOf("shop_manager"),
  administrator: capabilitiesOf("administrator"),
};

describe("who may do what", () => {
  it("each capability belongs to one action on one area", () => {
    expect(Object.values(cells).flat().sort()).toEqual([...capabilities].sort());
  });

  it.each(["visitor", ...roles] as const)("a %s may do this and no more", (role) => {
    const may = capabilities.filter((capability) => allows(role, capability));
    expect(may.sort()).toEqual([...expected[role]].sort());
  });

  it("everybody who signs in may do all that a customer may, and staff are all the others", () => {
    for (const role of roles) {
      expect(mayAllThat(role, "customer")).toBe(true);
      expect(isStaff(role)).toBe(role !== "customer");
    }
  });
});
