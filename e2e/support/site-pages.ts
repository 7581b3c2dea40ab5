import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { openingStepKeys } from "#server/doctor/opening-steps.ts";
import routes from "../../app/routes.ts";
import type { Found, Viewer } from "./viewers.ts";

/** The status of each page by its address, with placeholders in braces for what `viewers` finds. */
type Pages = Record<string, number>;

/** 200 for each. */
function shown(...addresses: string[]): Pages {
  return Object.fromEntries(addresses.map((address) => [address, 200]));
}

function tabs(path: string, ...names: string[]): Pages {
  return shown(...names.map((name) => `${path}?tab=${name}`));
}

const notFound = 404;
const signInFirst = 401;
const notForYou = 403;

/**
 * Every page of the shop in each of its states that has an address, by viewer: the journeys check these with axe, the
 * HTML checker, three widths and two colour schemes. A missing route fails `unseenRoutes`, a missing tab the crawl of
 * `site.spec.ts`.
 */
export const sitePages: Record<Viewer, Pages> = {
  visitor: {
    ...shown("/", "/?kg=250", "/products", "/products?search=nothing-is-called-this"),
    ...shown("/products/premium-biochar", "/products/wood-vinegar"),
    ...shown("/qa", "/blog", "/blog?search=nothing-is-called-this", "/blog/how-much-biochar-does-a-bed-need"),
    ...shown("/blog?tab=community", "/blog?tab=community&view=achievements", "/community"),
    ...shown("/contact", "/contact/map", "/api/docs", "/dev/mail"),
    ...shown("/newsletter", "/newsletter?step=resources"),
    ...shown("/newsletter/issues", "/newsletter/issues/the-first-frosts"),
    "/newsletter/issues/no-such-issue": notFound,
    ...shown("/batches", "/batches?code=NO-SUCH-BATCH"),
    "/batches/NO-SUCH-BATCH": notFound,
    ...shown("/newsletter/verify?status=error", "/newsletter/verify?status=success"),
    ...shown("/newsletter/unsubscribe?token=x", "/newsletter/unsubscribe?done"),
    ...shown("/stock-alerts/ask", "/stock-alerts/unsubscribe?token=x", "/stock-alerts/unsubscribe?done"),
    "/stock-alerts/confirm?token=x": 400,
    ...shown("/about", "/applications", "/science", "/resources"),
    ...shown("/manufacturing", "/manufacturing/ebc-certification", "/manufacturing/puro-earth"),
    ...shown("/manufacturing/international-biochar-initiative", "/manufacturing/co2-certification"),
    ...shown("/delivery", "/returns", "/terms", "/privacy", "/cookies", "/accessibility"),
    ...shown("/cart?before=anything-is-in-it", "/checkout?before=anything-is-in-the-cart"),
    ...shown("/order-confirmation"),
    "/checkout-success?payment_intent=pi_unknown": notFound,
    ...shown("/login", "/admin/login", "/admin-login", "/register", "/register?sent"),
    ...shown("/forgot-password", "/forgot-password?sent", "/reset-password?done"),
    "/reset-password": 400,
    "/reset-password?token=x": 400,
    ...shown("/undo-email-change?done=mailed", "/undo-email-change?done=suspended"),
    "/undo-email-change": 400,
    "/undo-email-change?token=x": 400,
    "/verify-email": 400,
    "/account": signInFirst,
    "/account/carbon": signInFirst,
    "/admin": signInFirst,
    "/admin/users": signInFirst,
    "/shop-manager": signInFirst,
    "/no-such-page": notFound,
    "/no/such/page": notFound,
    "/manufacturing/no-such-page": notFound,
    "/products/no-such-product": notFound,
    "/blog/no-such-article": notFound,
    "/orders/INV-1/invoice": notFound,
    "/orders/INV-1/withdraw": notFound,
    "/orders/INV-1/use": notFound,
    "/orders/INV-1/statement": notFound,
    "/verify": 200,
    "/orders/INV-1/notes/1": notFound,
    "/orders/INV-1/credit-notes/1": notFound,
    "/sandbox/no-such-payment": notFound,
  },
  // The checkout discards the payment pages once it prepares a form of its own.
  shopper: shown("{payment}", "{challenge}", "{approval}", "/cart", "/checkout", "/contact?basket"),
  buyer: shown("/order-confirmation", "{invoice}", "{creditNote}", "{withdrawal}", "{biocharUse}"),
  halfway: shown("/login/code"),
  customer: {
    ...shown(
      "/account",
      "/account/carbon",
      "/customer-dashboard",
      "{invoice}",
      "{withdrawal}",
      "/login",
      "/register",
    ),
    ...tabs("/account/settings", "profile", "security", "orders", "orders&order={order}", "support"),
    ...tabs("/customer-dashboard", "orders", "orders&order={order}", "profile"),
    "/admin": notForYou,
    "/admin/users": notForYou,
    "/shop-manager": notForYou,
  },
  administrator: {
    ...tabs("/admin", "orders", "orders&order=1", "orders&view=all", "orders&view=all&search=zz", "failed"),
    ...tabs(
      "/admin",
      "customers",
      "analytics",
      "analytics&span=days",
      "analytics&view=vat",
      "analytics&view=packaging",
      "products",
    ),
    ...tabs("/admin", "users", "users&user=3"),
    ...tabs(
      "/admin",
      "enquiries",
      "reconciliation",
      "evidence",
      "evidence&year=2020",
      "emails",
      "emails&email={email}",
      "emails&state=failed",
      "emails&state=failed&email={email}",
    ),
    ...tabs("/admin", "audit", "api-keys", "products&search=wood+vinegar"),
    ...tabs("/admin/settings", "General", "Tax", "Shipping", "Payments", "Orders", "Customers", "Products"),
    ...tabs("/admin/settings", "Products&edit=1", "Products&new=on", "Products&unweighed=1"),
    ...shown("/admin/today"),
    ...tabs("/admin", "products&stock=low", "enquiries&state=open"),
    ...shown("/admin/packing", "/admin/packing/1", "/admin/packing/tracking", "/admin/packing/print"),
    ...shown("/admin/packing/print?paper=slips", "/admin/packing/print?paper=labels"),
    ...shown(
      "/admin/packing/print?paper=notes",
      "/admin/packing/print?paper=notes&parcel=1",
      "/admin/packing/print?paper=picks",
      "/admin/packing/print?paper=pallets",
    ),
    "/admin/packing/999999": notFound,
    ...shown("/admin/batches", "/admin/batches?search=2026&status=open"),
    ...shown("/admin/batches/{batchCode}", "/admin/batches/{batchCode}/recall"),
    ...shown("/batches/{batchCode}", "/admin/batches/{batchCode}/labels"),
    "/admin/batches/NO-SUCH-BATCH": notFound,
    "/admin/batches/NO-SUCH-BATCH/recall": notFound,
    "/admin/batches/NO-SUCH-BATCH/labels": notFound,
    ...shown("/admin/packing/print?paper=slips&order=1"),
    ...shown("/admin/prices", "/admin/prices?product=1", "/admin/prices?search=biochar"),
    ...tabs("/admin", "orders&view=all&status=processing", "orders&view=all&status=refunded"),
    ...shown("/admin/find", "/admin/find?q=malvern", "/admin/find?q=nothing-is-called-this", "/admin/keys"),
    ...shown("/admin/opening", ...openingStepKeys.map((step) => `/admin/opening?step=${step}`)),
    ...shown("/admin/users?add=user", "/admin/users?user=3", "{mail}"),
    ...shown("/admin/content", "/admin/content?article=1", "/admin/content?article=new"),
    ...tabs("/admin/content", "newsletter", "newsletter&issue=new"),
    ...tabs("/admin/content", "newsletter&issue={draftIssue}", "newsletter&issue={sentIssue}"),
    ...shown("{issuePage}"),
    ...tabs("/admin/content", "questions", "questions&question=1", "questions&question=new"),
    ...shown("/shop-manager?new=order", "/shop-manager?tab=orders&order=1"),
    ...shown("/admin/orders/1", "/admin/orders/1?status=processing", "/admin/orders/1?status=refunded"),
    ...shown("/admin/customers/3"),
    // There is no change yet.
    "/admin/undo": notFound,
    "/admin/customers/999999": notFound,
    "/admin/content?article=999999": notFound,
    "/admin/orders/999999": notFound,
  },
  manager: {
    ...tabs("/admin", "orders", "orders&order=1", "orders&view=all", "failed", "customers", "analytics"),
    ...tabs("/admin", "analytics&view=vat", "products", "users", "enquiries"),
    ...tabs("/shop-manager", "orders&view=all&status=processing", "orders&view=all&status=refunded"),
    ...tabs("/shop-manager", "orders", "orders&view=all", "customers", "products"),
    // What it does once its script runs is in counter.spec.ts.
    ...shown("/shop-manager/counter"),
    ...shown("/admin/users?user=3", "/admin/orders/1", "/admin/customers/3"),
  },
  packer: {
    ...tabs("/admin", "orders", "orders&order=1", "orders&view=all", "orders&view=all&order=1"),
    ...shown("/admin/today"),
    ...shown("/admin/packing", "/admin/packing/print", "/admin/packing/print?paper=slips"),
    ...shown("/admin/find?q=biochar", "/admin/keys"),
    ...shown("/admin/batches"),
    ...shown("/admin/orders/1"),
    ...shown("/admin/packing/{waiting}", "/admin/packing/{waiting}?tick=all", "/admin/packing/tracking"),
    // A tab that is not for them shows the orders.
    ...tabs("/admin", "analytics"),
    "/admin/users": notForYou,
    "/shop-manager": notForYou,
    "/orders/INV-1/invoice": notFound,
  },
};

/** Routes that respond with something other than a page. */
const files: Record<string, string> = {
  "blog/rss.xml": "a feed",
  "newsletter/issues/rss.xml": "a feed",
  logout: "a form's address",
  "login/passkey": "a script's address",
  "account/passkeys": "a script's address",
  "admin/events": "a stream",
  "admin/users.csv": "a file",
  "admin/orders.csv": "a file",
  "admin/products.csv": "a file",
  "admin/packaging.csv": "a file",
  "admin/packing.csv": "a file",
  "admin/batches/:code/recall.csv": "a file",
  "admin/delivery-rates.csv": "a file",
  "admin/vat.csv": "a file",
  "admin/evidence.csv": "a file",
  "admin/evidence.json": "a file",
  "admin/subscribers.csv": "a file",
  "orders/:invoiceNumber/invoice.pdf": "a file",
  "orders/:invoiceNumber/notes/:noteNumber/pdf": "a file",
  "orders/:invoiceNumber/credit-notes/:noteNumber/pdf": "a file",
  "account/carbon.csv": "a file",
  "orders/:invoiceNumber/statement.pdf": "a file",
  "orders/:invoiceNumber/statement.json": "a file",
  "resources/:file": "a file",
  "batches/:code/passport.jsonld": "linked data",
  "batches/:code/linkset.json": "a linkset",
  "01/:gtin": "leads to a page",
  "01/:gtin/*": "leads to a page",
  "01/:gtin/10/:code": "leads to a page",
  ".well-known/gs1resolver": "JSON",
  "media/:file": "a picture",
  "documents/:hash/:name": "a file",
  "api/trpc/*": "calls",
  "api/*": "calls",
  "paypal/*": "calls",
  "webhooks/:provider": "calls",
  ".well-known/did.json": "keys for verifiers",
  "statements/status/:list": "a list for verifiers",
  "sitemap.xml": "a map for search engines",
  "sitemap/:part": "a map for search engines",
  "robots.txt": "words for robots",
  "counter-worker.js": "a service worker",
  "counter.webmanifest": "what a device installs",
  healthz: "a word for a load balancer",
  readyz: "a word for a load balancer",
};

/** An address of `sitePages` with its viewer's values filled in. */
export function fill(address: string, ids: Found): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
}

/** What a viewer may find. */
const examples: Found = {
  payment: "/sandbox/stripe/checkout/x",
  challenge: "/sandbox/stripe/checkout/x/challenge",
  approval: "/sandbox/paypal/approve",
  invoice: "/orders/INV-1/invoice",
  creditNote: "/orders/INV-1/notes/1",
  withdrawal: "/orders/INV-1/withdraw",
  biocharUse: "/orders/INV-1/use",
  mail: "/dev/mail/1",
  batchCode: "2026-03-A",
  issuePage: "/newsletter/issues/an-issue",
};

/** Page routes of `app/routes.ts` that are missing here, and entries above without a route. */
export function unseenRoutes(): string[] {
  const objects = routes.map(({ path, index }: RouteConfigEntry) =>
    index ? { index: true as const, id: "" } : { path: path ?? "", id: path ?? "" },
  );
  const seen = new Set<string | undefined>();
  for (const address of Object.values(sitePages).flatMap((pages) => Object.keys(pages))) {
    const { pathname } = new URL(fill(address, examples), "http://shop");
    seen.add(matchRoutes(objects, pathname)?.at(-1)?.route.id);
  }
  const known = objects.map(({ id }) => id);
  return [
    ...known.filter((id) => !seen.has(id) && !(id in files)).map((id) => `/${id} is looked at by nobody`),
    ...Object.keys(files)
      .filter((id) => !known.includes(id))
      .map((id) => `/${id} is no route`),
  ];
}

/** Parameters that select a part of a list, not a page. */
const places = [
  "after",
  "before",
  "cursor",
  "page",
  "q",
  "from",
  "to",
  "by",
  "month",
  "search",
  "t",
  "next",
  "area",
  "subject",
  "for",
  "columns",
  "sort",
];

/** The kind of page at an address, without numbers and list positions. */
export function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://shop");
  const parts = [...searchParams]
    .filter(([name]) => !places.includes(name))
    .map(([name, value]) => (/^\d+$/.test(value) ? `${name}=1` : `${name}=${value}`));
  const page = pathname
    .replace(/^(\/newsletter\/issues)\/[^/]+$/, "$1/1")
    .replace(/\/batches\/(?!NO-SUCH-BATCH)[^/]+/, "/batches/1");
  return [page.replace(/\/(?:order-|enquiry-|[A-Z-]*)\d+(?=\/|$)/g, "/1"), ...parts.sort()].join(" ");
}
