import { index, layout, type RouteConfigEntry, route } from "@remix-run/route-config";

/**
 * The site map: the pages of the shop, those of staff, then what scripts and machines call. Pages of fixed text share one
 * module, which finds them by their address in `app/content/`; few route modules keep every page fast.
 */
const shopPages: RouteConfigEntry[] = [
  index("routes/shop/home.tsx"),
  route("manufacturing/:page", "routes/content/page.tsx", { id: "manufacturing-page" }),
  route("qa", "routes/content/qa.tsx"),
  route("products", "routes/shop/catalogue.tsx"),
  route("products/:slug", "routes/shop/product.tsx"),
  route("stock-alerts/:step", "routes/shop/stock-alert.tsx"),
  route("blog", "routes/content/blog.tsx"),
  route("blog/:slug", "routes/content/article.tsx"),
  route("cart", "routes/shop/cart.tsx"),
  route("checkout", "routes/shop/checkout.tsx"),
  route("order-confirmation", "routes/shop/order-confirmation.tsx"),
  route("checkout-success", "routes/shop/checkout-success.tsx"),
  route("admin/login", "routes/staff/admin-login.tsx", { id: "admin-login" }),
  route("admin-login", "routes/staff/admin-login.tsx", { id: "admin-login-short" }),
  route("customer-dashboard", "routes/account/customer-dashboard.tsx"),
  route("register", "routes/account/register.tsx"),
  route("login", "routes/account/login.tsx"),
  route("login/code", "routes/account/login-code.tsx"),
  route("verify-email", "routes/account/verify-email.tsx"),
  route("forgot-password", "routes/account/forgot-password.tsx"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("undo-email-change", "routes/account/undo-email-change.tsx"),
  route("account", "routes/account/account.tsx"),
  route("account/settings", "routes/account/account-settings.tsx"),
  route("account/carbon", "routes/account/carbon-years.tsx"),
  route("orders/:invoiceNumber/invoice", "routes/account/vat-document.tsx", { id: "invoice" }),
  route("orders/:invoiceNumber/notes/:noteNumber", "routes/account/vat-document.tsx", {
    id: "correction-note",
  }),
  route("orders/:invoiceNumber/withdraw", "routes/account/withdraw.tsx"),
  route("orders/:invoiceNumber/use", "routes/account/biochar-use.tsx"),
  route("orders/:invoiceNumber/statement", "routes/account/carbon-statement.tsx"),
  route("community", "routes/content/community.tsx"),
  route("contact", "routes/content/contact.tsx"),
  route("newsletter", "routes/content/newsletter.tsx"),
  route("newsletter/verify", "routes/content/newsletter-verify.tsx"),
  route("newsletter/unsubscribe", "routes/content/newsletter-unsubscribe.tsx"),
  route("newsletter/issues", "routes/content/newsletter-issues.tsx"),
  route("newsletter/issues/:slug", "routes/content/newsletter-issue.tsx"),
  route("batches", "routes/content/batches.tsx"),
  route("batches/:code", "routes/content/batch.tsx"),
  route("verify", "routes/content/verify-statement.tsx"),
  route(":page", "routes/content/page.tsx", { id: "content-page" }),
  route("api/docs", "routes/system/api-docs.tsx"),
  route("dev/mail", "routes/system/dev-mail.tsx", { id: "dev-mail" }),
  route("dev/mail/:id", "routes/system/dev-mail.tsx", { id: "dev-mail-one" }),
  route("*", "routes/content/not-found.tsx"),
];

const staffPages: RouteConfigEntry[] = [
  route("admin", "routes/staff/admin.tsx"),
  route("admin/settings", "routes/staff/admin-settings.tsx"),
  route("admin/prices", "routes/staff/admin-prices.tsx"),
  route("admin/today", "routes/staff/admin-today.tsx"),
  route("admin/packing", "routes/staff/admin-packing.tsx"),
  route("admin/orders/:order", "routes/staff/admin-order.tsx"),
  route("admin/customers/:customer", "routes/staff/admin-customer.tsx"),
  route("admin/packing/print", "routes/staff/admin-packing-print.tsx"),
  route("admin/packing/tracking", "routes/staff/admin-packing-tracking.tsx"),
  route("admin/packing/:orderId", "routes/staff/admin-packing-order.tsx"),
  route("admin/batches", "routes/staff/admin-batches.tsx"),
  route("admin/batches/:code", "routes/staff/admin-batch.tsx"),
  route("admin/batches/:code/recall", "routes/staff/admin-batch-recall.tsx"),
  route("admin/batches/:code/labels", "routes/staff/admin-batch-labels.tsx"),
  route("admin/find", "routes/staff/admin-find.tsx"),
  route("admin/keys", "routes/staff/admin-keys.tsx"),
  route("admin/opening", "routes/staff/admin-opening.tsx"),
  route("admin/content", "routes/staff/admin-content.tsx"),
  route("admin/users", "routes/staff/admin-users.tsx"),
  route("shop-manager", "routes/staff/shop-manager.tsx"),
];

const machineAddresses: RouteConfigEntry[] = [
  route("batches/:code/passport.jsonld", "routes/content/batch-linked-data.ts", { id: "batch-linked-data" }),
  route("batches/:code/linkset.json", "routes/content/batch-linked-data.ts", { id: "batch-linkset" }),
  route("01/:gtin", "routes/content/digital-link.ts", { id: "product-link" }),
  route("01/:gtin/*", "routes/content/digital-link.ts", { id: "qualified-link" }),
  route("login/passkey", "routes/account/login-passkey.ts"),
  route("account/passkeys", "routes/account/passkeys.ts"),
  route("logout", "routes/account/logout.ts"),
  route("shop-manager/counter", "routes/staff/counter.ts"),
  route("counter-worker.js", "routes/system/counter-files.ts", { id: "counter-worker" }),
  route("counter.webmanifest", "routes/system/counter-files.ts", { id: "counter-manifest" }),
  route("sitemap.xml", "routes/system/sitemap.ts", { id: "sitemap" }),
  route("sitemap/:part", "routes/system/sitemap.ts", { id: "sitemap-part" }),
  route("sandbox/*", "routes/system/sandbox.ts"),
  route("api/trpc/*", "routes/system/trpc.ts"),
  ...["api/*", "paypal/*", "webhooks/:provider"].map((path) =>
    route(path, "routes/system/rest.ts", { id: path }),
  ),
  ...[
    "admin/orders.csv",
    "admin/users.csv",
    "admin/subscribers.csv",
    "admin/products.csv",
    "admin/delivery-rates.csv",
    "admin/packing.csv",
    "admin/packaging.csv",
    "admin/vat.csv",
    "admin/evidence.csv",
    "admin/evidence.json",
    "admin/batches/:code/recall.csv",
    "admin/events",
    "orders/:invoiceNumber/invoice.pdf",
    "orders/:invoiceNumber/notes/:noteNumber/pdf",
    "orders/:invoiceNumber/statement.pdf",
    "orders/:invoiceNumber/statement.json",
    "account/carbon.csv",
    "robots.txt",
    "blog/rss.xml",
    "newsletter/issues/rss.xml",
    "resources/:file",
    "media/:file",
    "documents/:hash/:name",
    "contact/map",
    ".well-known/did.json",
    ".well-known/gs1resolver",
    "statements/status/:list",
    "healthz",
    "readyz",
  ].map((path) => route(path, "routes/system/files.ts", { id: path })),
];

/**
 * An address is written in one way: what stands in front of the routes judges it by its letters as they are, and search
 * engines see each page once. One with capitals is led to its page by `not-found.tsx`.
 */
const asWritten = (entry: RouteConfigEntry): RouteConfigEntry => ({ ...entry, caseSensitive: true });

/** Every address, with its module. */
export const routes = [...shopPages, ...staffPages, ...machineAddresses].map(asWritten);

export default [
  layout("routes/shop/shop-pages.tsx", shopPages.map(asWritten)),
  layout("routes/staff/staff-pages.tsx", staffPages.map(asWritten)),
  ...machineAddresses.map(asWritten),
];
