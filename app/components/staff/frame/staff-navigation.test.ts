import { matchRoutes } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { dashboardTabs } from "#app/components/staff/dashboard-tabs.tsx";
import { routes } from "#app/routes.ts";
import { allows, type Role } from "#server/core/roles.ts";
import { workKinds, workOf } from "#server/staff/today.ts";
import { addressInNavigation, groupsFor, type StaffGroup, staffGroups } from "./staff-navigation.ts";

const entriesOf = (groups: readonly StaffGroup[]) =>
  groups.flatMap(({ label, lead, entries }) => (lead ? [{ label, ...lead }, ...entries] : entries));
const everything = entriesOf(staffGroups);
const labelsFor = (role: Role) =>
  entriesOf(groupsFor((capability) => allows(role, capability))).map(({ label }) => label);

describe("the navigation of the staff's pages", () => {
  it("has each tab of /admin, and no other", () => {
    const tabs = everything.map(({ to }) => /^\/admin\?tab=([\w-]+)$/.exec(to)?.[1]).filter(Boolean);
    expect(tabs.sort()).toEqual(dashboardTabs.map(({ key }) => key).sort());
  });

  it("names each page once, and leads to pages that there are", () => {
    expect(new Set(everything.map(({ label }) => label)).size).toBe(everything.length);
    expect(new Set(everything.map(({ to }) => to)).size).toBe(everything.length);
    const known = routes.map(({ path = "" }) => ({ path }));
    for (const { to } of everything) expect(matchRoutes(known, to), to).not.toBeNull();
  });

  it("counts everything that waits, for who may have it counted", () => {
    const counted = everything.filter(({ waits }) => waits);
    expect(counted.map(({ waits }) => waits).sort()).toEqual([...workKinds].sort());
    for (const { label, waits, needs } of counted) {
      // Those of withdrawals are orders, which everybody at Today sees.
      if (!waits || waits === "withdrawals") continue;
      expect(workOf(waits).permission, label).toBe(needs);
    }
  });

  it("shows a packer what a packer does", () => {
    expect(labelsFor("packer")).toEqual(["Today", "Orders", "Packing", "Batches"]);
  });

  it("shows a manager no settings, no audit and no reconciliation", () => {
    expect(labelsFor("shop_manager")).toEqual([
      ...["Today", "Orders", "Failed Orders", "Shop Manager", "Packing"],
      ...["Customers", "Buyers", "Enquiries", "Users", "Products", "Batches", "Evidence"],
      ...["Analytics", "VAT"],
    ]);
  });

  it("shows an administrator everything", () => {
    expect(labelsFor("administrator")).toEqual(everything.map(({ label }) => label));
  });
});

describe("the page that is open", () => {
  it.each([
    ["/admin", "/admin?tab=orders"],
    ["/admin?order=12", "/admin?tab=orders"],
    ["/admin?tab=orders&view=all&status=processing", "/admin?tab=orders"],
    ["/admin/orders/12", "/admin?tab=orders"],
    ["/admin?tab=analytics", "/admin?tab=analytics"],
    ["/admin?tab=analytics&view=vat&year=2026", "/admin?tab=analytics&view=vat"],
    ["/admin/customers/3", "/shop-manager?tab=customers"],
    ["/shop-manager", "/shop-manager"],
    ["/shop-manager?tab=customers", "/shop-manager?tab=customers"],
    ["/admin/users?add=user", "/admin?tab=users"],
    ["/admin/packing/print?paper=slips", "/admin/packing"],
    ["/admin/batches/B-2026-01/recall", "/admin/batches"],
    ["/admin/settings?tab=Products&edit=1", "/admin/settings?tab=Products"],
    ["/admin/settings?tab=Tax", "/admin/settings"],
    ["/admin/find", null],
  ])("%s belongs to %s", (address, to) => {
    const { pathname, search } = new URL(address, "http://shop.test");
    expect(addressInNavigation(staffGroups, { pathname, search })).toBe(to);
  });
});
