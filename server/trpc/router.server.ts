import { apiKeysRouter } from "#server/api-keys/api-keys.router.server.ts";
import { productsRouter } from "#server/catalogue/products.router.server.ts";
import { contentRouter } from "#server/content/content.router.server.ts";
import { emailsRouter } from "#server/email/emails.router.server.ts";
import { enquiriesRouter } from "#server/enquiries/enquiries.router.server.ts";
import { ledgerRouter } from "#server/ledger/ledger.router.server.ts";
import { newsletterRouter } from "#server/newsletter/newsletter.router.server.ts";
import { ordersRouter } from "#server/orders/orders.router.server.ts";
import { shopRouter } from "#server/orders/shop.router.server.ts";
import { reportsRouter } from "#server/reports/reports.router.server.ts";
import { settingsRouter } from "#server/settings/settings.router.server.ts";
import { usersRouter } from "#server/users/users.router.server.ts";
import { auditRouter } from "./audit.router.server.ts";
import { createCallerFactory, router } from "./trpc.server.ts";

/** Everything the staff's screens call. */
export const appRouter = router({
  orders: ordersRouter,
  emails: emailsRouter,
  settings: settingsRouter,
  reports: reportsRouter,
  users: usersRouter,
  products: productsRouter,
  ledger: ledgerRouter,
  audit: auditRouter,
  content: contentRouter,
  newsletter: newsletterRouter,
  enquiries: enquiriesRouter,
  shop: shopRouter,
  apiKeys: apiKeysRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP, for a loader's first data: `callerFor(context).orders.recent()`. */
export const callerFor = createCallerFactory(appRouter);
