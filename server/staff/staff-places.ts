import type { Capability } from "#server/core/capabilities.ts";
import { settingGuides } from "#server/settings/setting-guides.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";

/** A page of the staff's, or a setting, as the search of everything finds it by its name. */
export interface StaffPlace {
  name: string;
  /** Where it is, for anyone who reads the result. */
  detail: string;
  to: string;
  /** Who may open it. */
  needs: Capability;
  /** Other words that people look for it by. */
  words: string;
}

const place = (name: string, to: string, needs: Capability, detail: string, words = ""): StaffPlace => ({
  ...{ name, to, needs, detail, words },
});

const pages: readonly StaffPlace[] = [
  place("Orders", "/admin?tab=orders", "orders.view", "Dashboard", "recent sales"),
  place("All orders", "/admin?tab=orders&view=all", "orders.view", "Dashboard"),
  place("Failed Orders", "/admin?tab=failed", "failedOrders.view", "Dashboard", "declined payments"),
  place(
    "Customers",
    "/admin?tab=customers",
    "subscribers.view",
    "Dashboard: newsletter subscribers",
    "newsletter subscribers",
  ),
  place(
    "Analytics",
    "/admin?tab=analytics",
    "reports.view",
    "Dashboard",
    "revenue takings sales charts reports figures",
  ),
  place("VAT report", "/admin?tab=analytics&view=vat", "reports.view", "Dashboard: Analytics", "tax return"),
  place("Packaging report", "/admin?tab=analytics&view=packaging", "reports.view", "Dashboard: Analytics"),
  place("Products", "/admin?tab=products", "orders.create", "Dashboard", "stock catalogue"),
  place("Users", "/admin?tab=users", "users.view", "Dashboard", "accounts people"),
  place("Add a user", "/admin/users?add=user", "users.create", "User management", "new account staff"),
  place("Enquiries", "/admin?tab=enquiries", "enquiries.view", "Dashboard", "contact messages questions"),
  place(
    "Reconciliation",
    "/admin?tab=reconciliation",
    "reconciliation.view",
    "Dashboard",
    "ledger payouts payments",
  ),
  place("Emails", "/admin?tab=emails", "emails.view", "Dashboard", "outbox mail"),
  place("Audit", "/admin?tab=audit", "audit.view", "Dashboard", "changes history take back"),
  place("API keys", "/admin?tab=api-keys", "apiKeys.view", "Dashboard", "scripts rest"),
  place(
    "Packing",
    "/admin/packing",
    "orders.view",
    "Orders to send",
    "dispatch pick list slips labels parcels",
  ),
  place("Keys", "/admin/keys", "orders.view", "What each key does", "keyboard shortcuts"),
  place("Shop Manager", "/shop-manager", "orders.create", "The counter", "till"),
  place("Create Order", "/shop-manager?new=order", "orders.create", "Shop Manager", "new counter sale"),
  place(
    "Catalogue",
    "/admin/settings?tab=Products",
    "products.edit",
    "Store settings: Products",
    "edit products prices stock",
  ),
  place(
    "Add a product",
    "/admin/settings?tab=Products&new=on",
    "products.create",
    "Store settings: Products",
    "new",
  ),
  place("Prices by quantity", "/admin/prices", "products.edit", "Prices", "trade lists discounts"),
  place("Blog", "/admin/content", "content.view", "Content", "articles posts write"),
  place("Questions and answers", "/admin/content?tab=questions", "content.view", "Content", "faq q&a"),
  place("Newsletter", "/admin/content?tab=newsletter", "content.view", "Content", "issues mailing"),
  place("Open the shop", "/admin/opening", "shop.open", "Steps to trade", "opening demo data go live"),
];

const settings: readonly StaffPlace[] = settingsTabs.flatMap((tab) => {
  const to = `/admin/settings?tab=${tab}`;
  return [
    place(`${tab} settings`, to, "settings.view", "Store settings"),
    ...settingGuides[tab].map(({ label }) => place(label, to, "settings.view", `Store settings: ${tab}`)),
  ];
});

/** Every page and setting, the pages first. */
export const staffPlaces: readonly StaffPlace[] = [...pages, ...settings];

/** The places that have every word of a text at the beginning of one of theirs, those with it in their name first. */
export function placesNamed(text: string): StaffPlace[] {
  const asked = wordsOf(text);
  if (asked.length === 0) return [];
  const has = (theirs: string) => {
    const begins = wordsOf(theirs);
    return asked.every((word) => begins.some((each) => each.startsWith(word)));
  };
  const byName = staffPlaces.filter(({ name }) => has(name));
  const byOthers = staffPlaces.filter(({ name, detail, words }) => has(`${name} ${detail} ${words}`));
  return [...new Set([...byName, ...byOthers])];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
