import type { Capability } from "#server/core/roles.ts";
import type { WorkKind } from "#server/staff/today.ts";

/** A page of the staff's, as the navigation beside every one of them names it. */
export interface StaffEntry {
  label: string;
  to: string;
  needs: Capability;
  waits?: WorkKind;
  /** Addresses that begin so are below it. */
  above?: readonly string[];
}

/** What people do, and the pages that they do it on. */
export interface StaffGroup {
  label: string;
  /** The page of the group itself, where it has one. */
  lead?: Omit<StaffEntry, "label">;
  entries: readonly StaffEntry[];
}

/** The navigation of the staff's pages; the tabs of /admin are in it by their own names. */
export const staffGroups: readonly StaffGroup[] = [
  {
    label: "Today",
    lead: { to: "/admin/today", needs: "dashboard.view", waits: "withdrawals" },
    entries: [],
  },
  {
    label: "Orders",
    lead: { to: "/admin?tab=orders", needs: "orders.view", above: ["/admin/orders/"] },
    entries: [
      { label: "Failed Orders", to: "/admin?tab=failed", needs: "failedOrders.view", waits: "failedOrders" },
      { label: "Shop Manager", to: "/shop-manager", needs: "orders.create" },
    ],
  },
  {
    label: "Packing",
    lead: { to: "/admin/packing", needs: "orders.view", waits: "toPack", above: ["/admin/packing/"] },
    entries: [],
  },
  {
    label: "Customers",
    // The tab of that name: who subscribed to the newsletter (docs/rules.md#staff-3).
    lead: { to: "/admin?tab=customers", needs: "subscribers.view" },
    entries: [
      {
        label: "Buyers",
        to: "/shop-manager?tab=customers",
        needs: "orders.create",
        above: ["/admin/customers/"],
      },
      { label: "Enquiries", to: "/admin?tab=enquiries", needs: "enquiries.view", waits: "enquiries" },
      { label: "Users", to: "/admin?tab=users", needs: "users.view", above: ["/admin/users"] },
      { label: "Emails", to: "/admin?tab=emails", needs: "emails.view" },
    ],
  },
  {
    label: "Products",
    lead: { to: "/admin?tab=products", needs: "orders.create", waits: "lowStock" },
    entries: [
      { label: "Catalogue", to: "/admin/settings?tab=Products", needs: "settings.edit" },
      { label: "Prices", to: "/admin/prices", needs: "products.edit" },
      { label: "Batches", to: "/admin/batches", needs: "batches.view", above: ["/admin/batches/"] },
      { label: "Evidence", to: "/admin?tab=evidence", needs: "evidence.view" },
    ],
  },
  { label: "Content", lead: { to: "/admin/content", needs: "content.edit" }, entries: [] },
  {
    label: "Money",
    entries: [
      { label: "Analytics", to: "/admin?tab=analytics", needs: "reports.view" },
      { label: "VAT", to: "/admin?tab=analytics&view=vat", needs: "reports.view" },
      {
        label: "Reconciliation",
        to: "/admin?tab=reconciliation",
        needs: "reconciliation.view",
        waits: "unmatchedPayments",
      },
    ],
  },
  {
    label: "Settings",
    entries: [
      { label: "Store Settings", to: "/admin/settings", needs: "settings.edit" },
      { label: "Opening", to: "/admin/opening", needs: "shop.open" },
      { label: "Audit", to: "/admin?tab=audit", needs: "audit.view" },
      { label: "API keys", to: "/admin?tab=api-keys", needs: "apiKeys.view" },
    ],
  },
];

type Page = Omit<StaffEntry, "label">;

function pagesOf({ lead, entries }: StaffGroup): readonly Page[] {
  return lead ? [lead, ...entries] : entries;
}

/** What it takes to see a tab of /admin: what its link takes. */
export function capabilityOfTab(key: string): Capability {
  const page = staffGroups.flatMap(pagesOf).find(({ to }) => to === `/admin?tab=${key}`);
  if (!page) throw new Error(`The navigation has no link to the tab ${key}`);
  return page.needs;
}

/** What somebody sees of the navigation: pages that they may open, and groups that have any. */
export function groupsFor(may: (capability: Capability) => boolean): StaffGroup[] {
  return staffGroups
    .map(({ label, lead, entries }) => ({
      label,
      lead: lead && may(lead.needs) ? lead : undefined,
      entries: entries.filter(({ needs }) => may(needs)),
    }))
    .filter(({ lead, entries }) => lead !== undefined || entries.length > 0);
}

export interface Place {
  pathname: string;
  search: string;
}

/** The address in the navigation that a page belongs to: of those that fit, the one that says most. */
export function addressInNavigation(
  groups: readonly StaffGroup[],
  { pathname, search }: Place,
): string | null {
  const asked = new URLSearchParams(search);
  // The first tab is open where the address names none.
  if (pathname === "/admin" && !asked.has("tab")) asked.set("tab", "orders");
  let best: { to: string; fits: number } | null = null;
  for (const page of groups.flatMap(pagesOf)) {
    const fits = howWellItFits(page, pathname, asked);
    if (fits > (best?.fits ?? 0)) best = { to: page.to, fits };
  }
  return best?.to ?? null;
}

/** 0 for an entry that the page does not belong to. */
function howWellItFits(
  { to, above = [] }: Pick<StaffEntry, "to" | "above">,
  pathname: string,
  asked: URLSearchParams,
): number {
  const [path, query] = to.split("?");
  const named = [...new URLSearchParams(query)];
  if (path === pathname && named.every(([name, value]) => asked.get(name) === value)) return 2 + named.length;
  return above.some((address) => pathname.startsWith(address)) ? 1 : 0;
}
