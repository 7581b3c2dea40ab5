import { index, type RouteConfig, route } from "@remix-run/route-config";

/**
 * The site map: every URL of the product in the order of the spec's route table, then of its call table.
 * Pages that only tell share one module, found by their address in `app/components/content/pages/index.ts`;
 * few route modules keep every page fast.
 */
export default [
  index("routes/shop/home.tsx"),
  route("manufacturing/:page", "routes/content/page.tsx", { id: "manufacturing-page" }),
  route("products", "routes/shop/catalogue.tsx"),
  route("products/:slug", "routes/shop/product.tsx"),
  route("cart", "routes/shop/cart.tsx"),
  route("checkout", "routes/shop/checkout.tsx"),
  route("order-confirmation", "routes/shop/order-confirmation.tsx"),
  route("checkout-success", "routes/shop/checkout-success.tsx"),
  route("admin", "routes/staff/admin.tsx"),
  route("admin/login", "routes/staff/admin-login.tsx", { id: "admin-login" }),
  route("admin-login", "routes/staff/admin-login.tsx", { id: "admin-login-short" }),
  route("customer-dashboard", "routes/account/customer-dashboard.tsx"),
  route("register", "routes/account/register.tsx"),
  route("login", "routes/account/login.tsx"),
  route("logout", "routes/account/logout.ts"),
  route("verify-email", "routes/account/verify-email.tsx"),
  route("forgot-password", "routes/account/forgot-password.tsx"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("account", "routes/account/account.tsx"),
  route("account/settings", "routes/account/account-settings.tsx"),
  route("orders/:invoiceNumber/invoice", "routes/account/invoice.tsx"),
  route("orders/:invoiceNumber/invoice.pdf", "routes/account/invoice-pdf.ts"),
  route(":page", "routes/content/page.tsx", { id: "content-page" }),

  route("api/trpc/*", "routes/system/trpc.ts"),
  route("api/*", "routes/system/api.ts"),
  route("paypal/*", "routes/system/paypal.ts"),
  route("webhooks/stripe", "routes/system/webhook-stripe.ts"),
  route("webhooks/paypal", "routes/system/webhook-paypal.ts"),
  route("sandbox/*", "routes/system/sandbox.ts"),
  route("dev/mail", "routes/system/dev-mail.tsx", { id: "dev-mail" }),
  route("dev/mail/:id", "routes/system/dev-mail.tsx", { id: "dev-mail-one" }),
  route("healthz", "routes/system/healthz.ts"),

  route("*", "routes/content/not-found.tsx"),
] satisfies RouteConfig;
