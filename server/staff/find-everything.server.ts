import { read } from "#server/access/read.server.ts";
import { findProductsNamed } from "#server/catalogue/find-staff-products.server.ts";
import type { Context } from "#server/core/context.ts";
import { actorMay } from "#server/core/roles.ts";
import { findPeople } from "#server/customers/list-users.server.ts";
import { listEnquiries } from "#server/enquiries/enquiries.server.ts";
import { enquiryList } from "#server/enquiries/enquiry.schema.ts";
import { hasMoney, type OrderStatus } from "#server/orders/order.ts";
import { orderList, orderPath, readOrderTerm } from "#server/orders/order-search.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { findExactOrder, findNewestMatches } from "#server/orders/search-orders.server.ts";
import { customerPath } from "./customer-view.ts";
import { placesNamed } from "./staff-places.ts";

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
