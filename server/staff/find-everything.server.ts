import { read } from "#server/access/read.server.ts";
import { findProductsNamed } from "#server/catalogue/find-staff-products.server.ts";
import type { Context } from "#server/core/context.ts";
import { actorMay, type Capability } from "#server/core/roles.ts";
import { findPeople } from "#server/customers/list-users.server.ts";
import { listEnquiries } from "#server/enquiries/enquiries.server.ts";
import { enquiryList } from "#server/enquiries/enquiry.schema.ts";
import { hasMoney, type OrderStatus } from "#server/orders/order.ts";
import { orderList, orderPath, readOrderTerm } from "#server/orders/order-search.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { findExactOrder, findNewestMatches } from "#server/orders/search-orders.server.ts";
import { settingGuides } from "#server/settings/setting-guides.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";
import { customerPath } from "./customer-view.ts";

/** One of the things that a text found. */
export interface Hit {
  /** Of this among all hits. */
  key: string;
  title: string;
  /** What tells it from others of its name: address, number, what was bought. */
  detail: string;
  to: string;
  /** Of an order. */
  status?: OrderStatus;
}

export interface HitGroup {
  kind: "orders" | "people" | "products" | "enquiries" | "places";
  label: string;
  hits: Hit[];
  /** Where all of them are, when there may be more. */
  all: string | null;
}

const MOST_ORDERS = 8;
const MOST_OTHERS = 5;

/**
 * What a text finds among everything that anyone who asks may see: orders, people, products, enquiries, pages and
 * settings, the first few of each. What they may not see is not read.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const findEverything = read(
  "dashboard.view",
  async (context: Context, text: string): Promise<{ groups: HitGroup[]; needs: string | null }> => {
    const asked = text.trim();
    if (asked === "") return { groups: [], needs: null };
    const orders = await ordersOf(context, asked);
    const groups = [
      orderGroup(asked, orders),
      await people(context, asked, orders),
      await products(context, asked),
      await enquiries(context, asked),
      places(context, asked),
    ];
    const term = readOrderTerm(asked, context.settings.orderNumberPrefix);
    return {
      /** The best kinds first; kinds without a hit are left out. */
      groups: groups.filter(({ hits }) => hits.length > 0),
      /** Where nothing was looked for among the orders: how much more of a text that takes. */
      needs: term.kind === "too_short" ? term.needs : null,
    };
  },
);

/** The address of the one thing that a text names without doubt, such as an order by its whole number; else null. */
export const findOnly = read(
  "dashboard.view",
  async (context: Context, text: string): Promise<string | null> => {
    if (!actorMay(context.actor, "orders.view")) return null;
    const order = await findExactOrder(context, text);
    return order === null ? null : orderPath(order);
  },
);

async function ordersOf(context: Context, text: string): Promise<readonly PackingOrder[]> {
  return actorMay(context.actor, "orders.view") ? findNewestMatches(context, text, MOST_ORDERS + 1) : [];
}

function orderGroup(text: string, orders: readonly PackingOrder[]): HitGroup {
  const search = orderList.write({ search: text });
  return {
    kind: "orders",
    label: "Orders",
    hits: orders.slice(0, MOST_ORDERS).map((order) => ({
      key: `order-${order.id}`,
      title: `${order.invoiceNumber} ${order.customerName}`,
      detail: [
        order.customerAddress,
        order.customerPhone,
        order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(", "),
      ]
        .filter(Boolean)
        .join(" · "),
      to: orderPath(order.id),
      status: order.status,
    })),
    all: orders.length > MOST_ORDERS ? `/admin?tab=orders&view=all&${search}` : null,
  };
}

/** Accounts, and those whose orders were found who bought without one. */
async function people(context: Context, text: string, orders: readonly PackingOrder[]): Promise<HitGroup> {
  const mayUsers = actorMay(context.actor, "users.view");
  const accounts = actorMay(context.actor, "customers.view")
    ? await findPeople(context, text, MOST_OTHERS + 1)
    : [];
  const hits = accounts.slice(0, MOST_OTHERS).map(
    ({ id, name, email, phone, city, postcode }): Hit => ({
      key: `person-${id}`,
      title: name,
      detail: [email, phone, `${city} ${postcode}`.trim()].filter(Boolean).join(" · "),
      to: customerPath({ kind: "account", id }),
    }),
  );
  const searched = encodeURIComponent(text);
  const list = mayUsers
    ? `/admin?tab=users&search=${searched}`
    : `/shop-manager?tab=customers&search=${searched}`;
  return {
    kind: "people",
    label: "People",
    hits: [...hits, ...guestsAmong(context, orders)],
    all: accounts.length > MOST_OTHERS ? list : null,
  };
}

function guestsAmong({ actor }: Context, orders: readonly PackingOrder[]): Hit[] {
  if (!actorMay(actor, "customers.view")) return [];
  const guests = orders.filter((order) => hasMoney(order) && order.customerId === null);
  const byEmail = new Map(guests.map((order) => [order.customerEmail.toLowerCase(), order]));
  return [...byEmail].slice(0, MOST_OTHERS).map(([email, { id, customerName, customerPhone }]) => ({
    key: `guest-${email}`,
    title: customerName,
    detail: [email, customerPhone, "bought as a guest"].filter(Boolean).join(" · "),
    to: customerPath({ kind: "order", id }),
  }));
}

async function products(context: Context, text: string): Promise<HitGroup> {
  const { actor } = context;
  const found = await findProductsNamed(context, text, MOST_OTHERS + 1);
  const search = encodeURIComponent(text);
  const address = (id: number, name: string, slug: string) => {
    if (actorMay(actor, "products.edit")) return `/admin/settings?tab=Products&edit=${id}`;
    if (actorMay(actor, "orders.create")) return `/admin?tab=products&search=${encodeURIComponent(name)}`;
    return `/products/${slug}`;
  };
  return {
    kind: "products",
    label: "Products",
    hits: found.slice(0, MOST_OTHERS).map(({ id, name, slug, category, stockQuantity, isArchived }) => ({
      key: `product-${id}`,
      title: name,
      detail: [`Number ${id}`, category, isArchived ? "archived" : `${stockQuantity} in stock`].join(" · "),
      to: address(id, name, slug),
    })),
    all:
      found.length > MOST_OTHERS && actorMay(actor, "orders.create")
        ? `/admin?tab=products&search=${search}`
        : null,
  };
}

async function enquiries(context: Context, text: string): Promise<HitGroup> {
  const search = enquiryList.write({ search: text });
  const all = `/admin?tab=enquiries&${search}`;
  const found = actorMay(context.actor, "enquiries.view")
    ? (await listEnquiries(context, enquiryList.read(search))).enquiries
    : [];
  return {
    kind: "enquiries",
    label: "Enquiries",
    hits: found.slice(0, MOST_OTHERS).map(({ id, name, email, subject, answeredAt }) => ({
      key: `enquiry-${id}`,
      title: subject,
      detail: [name, email, answeredAt ? "answered" : "open"].join(" · "),
      to: all,
    })),
    all: found.length > MOST_OTHERS ? all : null,
  };
}

function places({ actor }: Context, text: string): HitGroup {
  const open = placesNamed(text).filter(({ needs }) => actorMay(actor, needs));
  return {
    kind: "places",
    label: "Pages and settings",
    hits: open.slice(0, MOST_OTHERS).map(({ name, detail, to }) => ({
      key: `place-${to}-${name}`,
      title: name,
      detail,
      to,
    })),
    all: null,
  };
}

/** A page of the staff's, or a setting, as the search of everything finds it by its name. */
export interface StaffPlace {
  name: string;
  /** Where it is, for anyone who reads the result. */
  detail: string;
  to: string;
  /** Who may open it. */
  needs: Capability;
  /** Other words that people look for it by. */
  keywords: string;
}

const place = (name: string, to: string, needs: Capability, detail: string, keywords = ""): StaffPlace => ({
  ...{ name, to, needs, detail, keywords },
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
  const asked = splitIntoWords(text);
  if (asked.length === 0) return [];
  const has = (theirs: string) => {
    const begins = splitIntoWords(theirs);
    return asked.every((word) => begins.some((each) => each.startsWith(word)));
  };
  const byName = staffPlaces.filter(({ name }) => has(name));
  const byOthers = staffPlaces.filter(({ name, detail, keywords }) => has(`${name} ${detail} ${keywords}`));
  return [...new Set([...byName, ...byOthers])];
}

function splitIntoWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
