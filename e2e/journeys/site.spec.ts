import { expect, test } from "playwright/test";
import { onlyInOneProject } from "../support/accessibility.ts";
import { type Crawl, crawlSite } from "../support/crawl.ts";
import { firstLoadOf, tooMuchOf } from "../support/first-load.ts";
import { htmlErrorsIn } from "../support/html-checker.ts";
import { missingWords } from "../support/spec-words.ts";

onlyInOneProject();
// Hundreds of requests and a Java: on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 });

test("the whole site, read without a browser: nothing is broken, its HTML is valid, and says what the spec says", async ({
  baseURL,
  request,
}) => {
  const origin = new URL(baseURL ?? "").origin;
  const crawl = await crawlSite(origin);
  expect.soft(crawl.broken, "broken links, pictures and files").toEqual([]);
  expect.soft([...whatSearchEnginesSee(crawl, origin)], "what search engines see").toEqual([]);
  const pages = new Map([...crawl.pages].map(([path, { html }]) => [path, html]));
  for (const path of emptyHanded) pages.set(path, await (await request.get(path)).text());
  await request.post("/cart", { form: { intent: "add", productId: 1, quantity: 1 } });
  for (const path of otherPages) pages.set(path, await (await request.get(path)).text());
  for (const { signIn, form, paths } of peoplesPages) {
    await request.post(signIn, { form });
    for (const path of paths) {
      const answer = await request.get(path);
      expect.soft(answer.status(), path).toBe(200);
      pages.set(path, await answer.text());
    }
  }
  expect.soft((await request.get("/dev/ui")).status(), "the page of components is for developers").toBe(404);
  expect.soft([...missingWords(pages)], "words of spec section 2").toEqual([]);
  expect.soft([...tooHeavy(pages)], "first loads of the shop that are too heavy").toEqual([]);
  expect.soft(await htmlErrorsIn(pages), "HTML errors").toEqual([]);
});

/** Before anything is in the cart. */
const emptyHanded = ["/checkout?before=anything-is-in-the-cart"];

/** Pages that no link leads to, and those of a filled cart. */
const otherPages = [
  "/cart",
  "/checkout",
  "/no-such-page",
  "/products/no-such-product",
  "/products?search=nothing-is-called-this",
  "/blog?search=nothing-is-called-this",
  "/checkout-success",
  "/order-confirmation",
  "/verify-email",
  "/reset-password",
  "/reset-password?token=x",
  "/register?sent",
  "/forgot-password?sent",
  "/newsletter?step=resources",
  "/newsletter/verify?status=error",
  "/newsletter/unsubscribe",
  "/login",
  "/admin/login",
  "/admin",
  "/admin/users",
  "/shop-manager",
];

const peoplesPages = [
  {
    signIn: "/login",
    form: { username: "customer", password: "biochar-demo" } as Record<string, string>,
    paths: [
      "/account",
      ...["profile", "security", "orders", "support"].map((tab) => `/account/settings?tab=${tab}`),
      "/customer-dashboard",
      "/customer-dashboard?tab=profile",
    ],
  },
  {
    signIn: "/admin/login",
    form: { email: "admin@example.com", password: "biochar-demo" } as Record<string, string>,
    paths: [
      ...["orders", "failed", "customers", "analytics", "products", "users", "audit", "emails"].map(
        (tab) => `/admin?tab=${tab}`,
      ),
      ...["General", "Shipping", "Products"].map((tab) => `/admin/settings?tab=${tab}`),
      "/admin?tab=products&search=wood+vinegar",
      "/admin/settings?tab=Products&edit=1",
      "/admin/users?add=user",
      "/admin/content?article=1",
      "/admin/content?tab=questions",
      ...["orders", "customers", "products"].map((tab) => `/shop-manager?tab=${tab}`),
      "/shop-manager?new=order",
    ],
  },
];

/** What staff work with may weigh more; the door to it is like any page of the shop. */
const STAFF = /^\/(admin|shop-manager)(?!\/login|-login)/;

function* tooHeavy(pages: ReadonlyMap<string, string>): Generator<string> {
  for (const [path, html] of pages) {
    if (STAFF.test(path)) continue;
    for (const what of tooMuchOf(firstLoadOf(html))) yield `${path}: ${what}`;
  }
}

/** Titles, canonical addresses, structured data and the map of the site, held against each other. */
function* whatSearchEnginesSee({ pages, mapped }: Crawl, origin: string): Generator<string> {
  const titles = new Map<string, string>();
  for (const [path, { title, canonical, noindex, structured, policy }] of pages) {
    for (const { json, nonce } of structured) {
      if (!nonce || !policy.includes(`'nonce-${nonce}'`)) yield `${path}: structured data without the nonce`;
      if (!JSON.parse(json)["@type"]) yield `${path}: structured data of no type`;
    }
    if (noindex) {
      if (mapped.includes(path)) yield `${path} is in the map and wants not to be found`;
      continue;
    }
    if (!canonical) yield `${path} has no canonical address`;
    if (canonical !== origin + path) continue;
    if (!path.includes("?") && !mapped.includes(path)) yield `${path} is not in the map`;
    const same = titles.get(title);
    if (same !== undefined && !path.includes("?")) yield `${path} has the title of ${same}`;
    titles.set(title, path);
  }
}
