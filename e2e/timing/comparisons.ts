import type { Comparison } from "./comparison.ts";
import { mailComparisons } from "./mail-comparisons.ts";
import { orderComparisons } from "./order-comparisons.ts";
import { signInComparisons } from "./sign-in-comparisons.ts";

const tables = [signInComparisons, mailComparisons, orderComparisons];

/** Every comparison of `npm run timing`, and the endpoint in the table of limits (server/http/limits/limits.ts) it belongs to. */
export const comparisons: readonly { endpoint: string; comparison: Comparison }[] = tables.flatMap((table) =>
  Object.entries(table).flatMap(([endpoint, all]) => all.map((comparison) => ({ endpoint, comparison }))),
);

const FOR_ALL = "asks about nothing that only some may see: the same for everybody";
const ONLY_OWN =
  "shows and changes what belongs to the session or the cart's cookie; takes no name of anything else";
const A_FORM = "an empty form";
const ID_OF_PAYMENT =
  "whether a payment is of this shop is said in words, to whoever pays; its id is random, made by the provider";
const SIGNED_FIRST = "nothing is looked up before its signature was checked";
const NOT_THERE = "not there where others come";

/** Why the others reveal nothing. */
export const tellNothing: Readonly<Record<string, string>> = {
  "GET /": FOR_ALL,
  "GET /manufacturing/:page": FOR_ALL,
  "GET /qa": FOR_ALL,
  "GET /products": FOR_ALL,
  "GET /blog": FOR_ALL,
  "GET /blog/rss.xml": FOR_ALL,
  "GET /cart": ONLY_OWN,
  "POST /cart": "takes numbers of products, which are public; whose cart it is stands in a signed cookie",
  "GET /checkout": ONLY_OWN,
  "GET /checkout-success": ID_OF_PAYMENT,
  "GET /admin/login": A_FORM,
  "GET /admin-login": A_FORM,
  "GET /register": A_FORM,
  "GET /login": A_FORM,
  "GET /login/code": "a form, for the browser whose password was right",
  "GET /login/passkey": "leads to the sign-in",
  "GET /logout": "answers that it wants a form",
  "POST /logout": ONLY_OWN,
  "GET /forgot-password": A_FORM,
  "GET /account": ONLY_OWN,
  "POST /account": ONLY_OWN,
  "GET /account/passkeys": "leads to the account settings",
  "POST /account/passkeys": ONLY_OWN,
  "GET /account/carbon": ONLY_OWN,
  "GET /account/carbon.csv": ONLY_OWN,
  "GET /verify": A_FORM,
  "POST /verify": "whoever asks has the credential, which is signed by us before its row is looked for",
  "GET /.well-known/did.json": FOR_ALL,
  "GET /statements/status/:list": FOR_ALL,
  "GET /community": FOR_ALL,
  "GET /contact": A_FORM,
  "GET /contact/map": FOR_ALL,
  "GET /newsletter": A_FORM,
  "GET /newsletter/issues": FOR_ALL,
  "GET /newsletter/issues/rss.xml": FOR_ALL,
  "GET /newsletter/unsubscribe": "shows the button for any link, and looks nothing up",
  "GET /batches": FOR_ALL,
  "GET /batches/:code": FOR_ALL,
  "GET /batches/:code/passport.jsonld": FOR_ALL,
  "GET /batches/:code/linkset.json": FOR_ALL,
  "GET /01/:gtin": FOR_ALL,
  "GET /01/:gtin/10/:code": FOR_ALL,
  "GET /resources/:file": FOR_ALL,
  "GET /:page": FOR_ALL,
  "GET /api/batches/{code}": FOR_ALL,
  "GET /media/:file": "a picture's name is the hash of what is in it",
  "GET /documents/:hash/:name": FOR_ALL,
  "GET /api/trpc/*": "its procedures that customers may call stand below",
  "POST /api/trpc/*": "asks the permission before anything is looked up; customers may change nothing here",
  "procedure products.list": FOR_ALL,
  "procedure products.categories": FOR_ALL,
  "procedure products.homeGrid": FOR_ALL,
  "POST /admin": "asks the permission before anything is looked up",
  "POST /shop-manager": "asks the permission before anything is looked up",
  "GET /api/docs": FOR_ALL,
  "GET /api/openapi.json": FOR_ALL,
  "GET /webhooks/:provider": "answers that it wants a POST",
  "POST /webhooks/:provider": SIGNED_FIRST,
  "GET /sandbox/*": NOT_THERE,
  "POST /sandbox/*": NOT_THERE,
  "GET /dev/mail": NOT_THERE,
  "GET /dev/mail/:id": NOT_THERE,
  "GET /sitemap.xml": FOR_ALL,
  "GET /sitemap/:part": FOR_ALL,
  "GET /robots.txt": FOR_ALL,
  "GET /counter.webmanifest": FOR_ALL,
  "GET /counter-worker.js": FOR_ALL,
  "GET /healthz": FOR_ALL,
  "GET /readyz": FOR_ALL,
  "GET /*": FOR_ALL,
  "POST /*": FOR_ALL,
  "GET /api/products": FOR_ALL,
  "GET /api/blog-posts": FOR_ALL,
  "GET /api/delivery-quote": FOR_ALL,
  "GET /api/community": FOR_ALL,
  "POST /api/create-payment-intent": ONLY_OWN,
  "POST /api/orders": `${ID_OF_PAYMENT}. The buyer's address is looked up, too: each try is an order of one's own, paid for`,
  "GET /api/auth/user": ONLY_OWN,
  "POST /api/auth/logout": ONLY_OWN,
  "POST /api/auth/change-password": ONLY_OWN,
  "GET /api/orders/user": ONLY_OWN,
  "GET /api/customer/orders": ONLY_OWN,
  "GET /api/research/download": "the file is the same, and the permission is one's own",
  "GET /api/account/export": ONLY_OWN,
  "GET /paypal/setup": FOR_ALL,
  "POST /paypal/order": ONLY_OWN,
  "POST /paypal/order/{orderId}/capture": ID_OF_PAYMENT,
};
