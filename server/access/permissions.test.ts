import { describe, expect, it } from "vitest";
import { actions, allows, areas } from "./permissions.ts";
import type { Role } from "./roles.ts";

/** The table of permissions, written out a second time on purpose. */
const expected: Record<Role | "visitor", Record<string, string>> = {
  visitor: { orders: "create:own", products: "view:any" },
  customer: { orders: "view:own create:own", customers: "edit:own", products: "view:any" },
  shop_manager: {
    orders: "view:any create:any edit:any",
    customers: "view:any create:any edit:any",
    products: "view:any",
    reports: "view:any",
    users: "view:any create:any",
  },
  administrator: Object.fromEntries(areas.map((area) => [area, actions.map((a) => `${a}:any`).join(" ")])),
};

describe("the permission matrix", () => {
  for (const role of ["visitor", "customer", "shop_manager", "administrator"] as const) {
    for (const area of areas) {
      for (const action of actions) {
        const grants = (expected[role][area] ?? "").split(" ");
        const any = grants.includes(`${action}:any`);
        const own = any || grants.includes(`${action}:own`);
        it(`${role} ${own ? "may" : "may not"} ${action} own and ${any ? "may" : "may not"} ${action} any ${area}`, () => {
          expect(allows(role, `${area}.${action}:own`)).toBe(own);
          expect(allows(role, `${area}.${action}:any`)).toBe(any);
        });
      }
    }
  }
});
