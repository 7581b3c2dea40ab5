import type { Capability } from "#server/core/capabilities.ts";
import { settingGuides } from "#server/settings/setting-guides.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";

/** A page of the staff's, or a setting, as the search of everything finds it by its name. */
export interface StaffPlace {
  name: string;
  /** Where it is, for whoever reads the result. */
  detail: string;
  to: string;
  /** Who may open it. */
  needs: Capability;
  /** Other words that people look for it by. */
  words?: string;
}

const pages: readonly StaffPlace[] = [
  {
    name: "Orders",
    detail: "Dashboard",
    to: "/admin?tab=orders",
    needs: "orders.view",
    words: "recent sales",
  },
  { name: "All orders", detail: "Dashboard", to: "/admin?tab=orders&view=all", needs: "orders.view" },
  {
    name: "Failed Orders",
    detail: "Dashboard",
    to: "/admin?tab=failed",
    needs: "failedOrders.view",
    words: "declined payments",
  },
  {
    name: "Customers",
    detail: "Dashboard: newsletter subscribers",
    to: "/admin?tab=customers",
    needs: "subscribers.view",
    words: "newsletter subscribers",
  },
  {
    name: "Analytics",
    detail: "Dashboard",
    to: "/admin?tab=analytics",
    needs: "reports.view",
    words: "revenue takings sales charts reports figures",
  },
  {
    name: "VAT report",
    detail: "Dashboard: Analytics",
    to: "/admin?tab=analytics&view=vat",
    needs: "reports.view",
    words: "tax return",
  },
  {
    name: "Packaging report",
    detail: "Dashboard: Analytics",
    to: "/admin?tab=analytics&view=packaging",
    needs: "reports.view",
  },
  {
    name: "Products",
    detail: "Dashboard",
    to: "/admin?tab=products",
    needs: "orders.create",
    words: "stock catalogue",
  },
  {
    name: "Users",
    detail: "Dashboard",
    to: "/admin?tab=users",
    needs: "users.view",
    words: "accounts people",
  },
  {
    name: "Add a user",
    detail: "User management",
    to: "/admin/users?add=user",
    needs: "users.create",
    words: "new account staff",
  },
  {
    name: "Enquiries",
    detail: "Dashboard",
    to: "/admin?tab=enquiries",
    needs: "enquiries.view",
    words: "contact messages questions",
  },
  {
    name: "Reconciliation",
    detail: "Dashboard",
    to: "/admin?tab=reconciliation",
    needs: "reconciliation.view",
    words: "ledger payouts payments",
  },
  {
    name: "Emails",
    detail: "Dashboard",
    to: "/admin?tab=emails",
    needs: "emails.view",
    words: "outbox mail",
  },
  {
    name: "Audit",
    detail: "Dashboard",
    to: "/admin?tab=audit",
    needs: "audit.view",
    words: "changes history take back",
  },
  {
    name: "API keys",
    detail: "Dashboard",
    to: "/admin?tab=api-keys",
    needs: "apiKeys.view",
    words: "scripts rest",
  },
  {
    name: "Packing",
    detail: "Orders to send",
    to: "/admin/packing",
    needs: "orders.view",
    words: "dispatch pick list slips labels parcels",
  },
  {
    name: "Keys",
    detail: "What each key does",
    to: "/admin/keys",
    needs: "orders.view",
    words: "keyboard shortcuts",
  },
  { name: "Shop Manager", detail: "The counter", to: "/shop-manager", needs: "orders.create", words: "till" },
  {
    name: "Create Order",
    detail: "Shop Manager",
    to: "/shop-manager?new=order",
    needs: "orders.create",
    words: "new counter sale",
  },
  {
    name: "Catalogue",
    detail: "Store settings: Products",
    to: "/admin/settings?tab=Products",
    needs: "products.edit",
    words: "edit products prices stock",
  },
  {
    name: "Add a product",
    detail: "Store settings: Products",
    to: "/admin/settings?tab=Products&new=on",
    needs: "products.create",
    words: "new",
  },
  {
    name: "Prices by quantity",
    detail: "Prices",
    to: "/admin/prices",
    needs: "products.edit",
    words: "trade lists discounts",
  },
  {
    name: "Blog",
    detail: "Content",
    to: "/admin/content",
    needs: "content.view",
    words: "articles posts write",
  },
  {
    name: "Questions and answers",
    detail: "Content",
    to: "/admin/content?tab=questions",
    needs: "content.view",
    words: "faq q&a",
  },
  {
    name: "Newsletter",
    detail: "Content",
    to: "/admin/content?tab=newsletter",
    needs: "content.view",
    words: "issues mailing",
  },
  {
    name: "Open the shop",
    detail: "Steps to trade",
    to: "/admin/opening",
    needs: "shop.open",
    words: "opening demo data go live",
  },
];

const settings: readonly StaffPlace[] = settingsTabs.flatMap((tab) => {
  const to = `/admin/settings?tab=${tab}`;
  return [
    { name: `${tab} settings`, detail: "Store settings", to, needs: "settings.view" as const },
    ...settingGuides[tab].map(({ label }) => ({
      name: label,
      detail: `Store settings: ${tab}`,
      to,
      needs: "settings.view" as const,
    })),
  ];
});

/** Every page and setting, the pages first. */
export const staffPlaces: readonly StaffPlace[] = [...pages, ...settings];

/** The places that have every word of a text at the beginning of one of theirs, those with it in their name first. */
export function placesNamed(text: string, places: readonly StaffPlace[] = staffPlaces): StaffPlace[] {
  const asked = wordsOf(text);
  if (asked.length === 0) return [];
  const has = (theirs: string) => {
    const begins = wordsOf(theirs);
    return asked.every((word) => begins.some((each) => each.startsWith(word)));
  };
  const byName = places.filter(({ name }) => has(name));
  const byOthers = places.filter(({ name, detail, words = "" }) => has(`${name} ${detail} ${words}`));
  return [...new Set([...byName, ...byOthers])];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
