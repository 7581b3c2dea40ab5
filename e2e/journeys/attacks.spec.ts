import { randomUUID } from "node:crypto";
import { expect, test } from "playwright/test";
import superjson from "superjson";
import { plantRows, plantSentences } from "../support/planted-texts.ts";
import { visit } from "../support/shop.ts";
import { type RunningShop, startShop } from "../support/web-process.ts";

/*
 * Script in every text field that is shown anywhere, saved through the real forms and calls of a separate shop (what
 * only staff or a provider could write goes directly into its rows, and so into every other column that holds sentences).
 * The test searches the HTML of every page, feed and mail for it: it must be text, never markup.
 */

let shop: RunningShop;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  shop = await startShop({ RATE_LIMIT_FACTOR: "1000" });
});
test.afterAll(() => shop.stop());

/** What no page may contain as typed. */
const RAW = /<img src=x|<svg\/onload|<script>alert|<\/title><b|javascript:alert\(9\)"/i;

const probes = new Set<string>();
const BROWSER = "Mozilla/5.0 Chrome/150.0.0.0";

/** Text that would run in a page, a script element, a title or an attribute; recognisable by its name. */
function script(name: string, longest = 200): string {
  const probe = `xss-${name}`;
  probes.add(probe);
  if (longest <= 60) return `${probe}"<svg/onload=a()>`.slice(0, longest);
  return `${probe}"'><img src=x onerror=alert(1)></title><b></script><script>alert(2)</script>`;
}

interface Answer {
  status: number;
  text: string;
  cookies: string[];
}

async function send(path: string, cookie: string, json: unknown, method = "POST"): Promise<Answer> {
  const response = await fetch(shop.url + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      // The list of devices shows a derived name, never the header itself.
      "User-Agent": "<img src=x onerror=alert(1)>",
      ...(cookie ? { Cookie: cookie } : {}),
    },
    body: JSON.stringify(json),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`).toBe(true);
  const cookies = response.headers.getSetCookie().map((header) => header.split(";", 1)[0] ?? "");
  return { status: response.status, text, cookies };
}

const callTrpc = async (procedure: string, cookie: string, input: unknown) =>
  send(`/api/trpc/${procedure}`, cookie, superjson.serialize(input));

const signIn = async (path: string, json: object) => (await send(path, "", json)).cookies.join("; ");

const staff = { email: "admin@example.com", password: "biochar-demo" };
const person = { username: `eve-${script("username", 40)}`, password: "a long enough password" };

/** Fills every text field through the calls of people's forms; returns who may see what. */
async function saveScripts() {
  const admin = await signIn("/api/admin/login", staff);
  const demo = await signIn("/api/auth/login", { username: "customer", password: staff.password });
  const { id: customerId } = (await (
    await fetch(`${shop.url}/api/auth/user`, { headers: { Cookie: demo } })
  ).json()) as { id: number };

  await send("/api/auth/register", "", {
    ...person,
    name: script("register-name"),
    email: "eve@example.com",
  });
  // Until the profile gives another name.
  const usersPage = await (
    await fetch(`${shop.url}/admin/users`, { headers: { Cookie: admin, "User-Agent": BROWSER } })
  ).text();
  const customer = await signIn("/api/auth/login", person);
  await send(
    "/api/auth/profile",
    customer,
    {
      name: script("name"),
      phone: script("phone", 50),
      address: script("address"),
      city: script("city", 100).slice(0, 100),
      postcode: script("post", 20),
      country: script("country", 60),
      companyName: script("company"),
      industry: script("industry"),
      cropTypes: script("crops"),
      biocharApplications: script("applications"),
      sustainabilityGoals: script("goals"),
    },
    "PATCH",
  );
  const eve = (await (
    await fetch(`${shop.url}/api/auth/user`, { headers: { Cookie: customer } })
  ).json()) as { id: number; email: string; username: string; name: string };
  await send(
    `/api/admin/users/${eve.id}`,
    admin,
    {
      name: eve.name,
      email: eve.email,
      username: eve.username,
      role: "customer",
      isVerified: false,
      hasResearchAccess: false,
      isActive: true,
      tags: script("tags"),
      notes: script("staff-notes"),
    },
    "PUT",
  );
  await callTrpc("apiKeys.create", admin, {
    name: script("key", 60),
    permissions: ["orders.view"],
    days: 30,
    password: "biochar-demo",
  });
  await send("/api/contact", "", {
    name: script("enquirer"),
    email: "eve@example.com",
    subject: script("subject"),
    message: script("message"),
  });
  await send(
    "/api/admin/products/1",
    admin,
    {
      name: script("product"),
      description: script("description"),
      family: script("family", 100).slice(0, 100),
      packLabel: script("pack", 60),
    },
    "PUT",
  );
  await callTrpc("prices.createList", admin, { name: script("list", 60) });
  await callTrpc("products.renameCategory", admin, { from: "Soil Improvement", to: script("category", 60) });
  await send(
    "/api/admin/settings",
    admin,
    {
      storeName: script("store"),
      storeDescription: script("store-description"),
      storeAddress: script("store-address"),
      storePhone: script("store-phone", 50),
      companyNumber: script("no", 20),
      vatNumber: script("vat", 20),
      registeredOffice: script("office"),
      openingHoursWeekdays: script("week", 60),
      openingHoursSaturday: script("saturday", 60),
      openingHoursSunday: script("sunday", 60),
      taxLabel: script("tax", 50),
    },
    "PUT",
  );
  const sold = await send("/api/shop/orders", admin, {
    customerId,
    customerName: script("buyer"),
    customerEmail: "eve@example.com",
    customerPhone: script("buyer-phone", 50),
    customerAddress: `${script("buyer-address")}, Ludlow, SY8 1AA`,
    items: [{ productId: 1, quantity: 1 }],
    paymentMethod: "cash",
    payLater: false,
    sendConfirmation: true,
  });
  const order = JSON.parse(sold.text) as { id: number; invoiceNumber: string; status: string };
  await callTrpc("orders.dispatch", admin, {
    orderId: order.id,
    from: order.status,
    carrier: script("carrier", 100).slice(0, 100),
    trackingNumber: script("tracking", 100).slice(0, 100),
  });
  await callTrpc("content.saveArticle", admin, {
    title: script("title"),
    excerpt: script("excerpt"),
    body: `${script("body")}\n\n[link](javascript:alert(9)) ![x](javascript:alert(9))\n\n<iframe src="javascript:alert(9)">`,
    imageUrl: "/pictures/blog-1.jpg",
    imageAlt: script("alt"),
    status: "published",
  });
  await callTrpc("content.saveFaqEntry", admin, {
    category: "Biochar",
    question: script("question"),
    answer: script("answer"),
    position: 1,
    published: true,
  });
  await callTrpc("enquiries.answer", admin, { id: 1, key: randomUUID(), text: script("answer") });
  await callTrpc("enquiries.markAnswered", admin, { id: 2, answered: true, note: script("note") });
  return { admin, customer, order, usersPage };
}

test("script in any text is shown as text and runs nowhere @deep", async ({ context, page }) => {
  test.setTimeout(240_000);
  const { admin, customer, order, usersPage } = await saveScripts();
  await plantRows(shop.dataDir, order.id, script);
  await plantSentences(shop.dataDir, (name) => `xss-${name}"'><img src=x onerror=alert(1)></title><b>`);
  const issues = await fetch(`${shop.url}/admin/content?tab=newsletter`, { headers: { Cookie: admin } });
  // The newest is first.
  const issue = /issue=(\d+)/.exec(await issues.text())?.[1];
  const reflected = encodeURIComponent(script("reflected"));
  const article = "xss-title-img-src-x-onerror-alert-1-title-b-script-script-alert-2-script";
  const pages: [cookie: string, paths: string[]][] = [
    [
      "",
      [
        "/",
        "/products",
        "/products/premium-biochar",
        `/products?search=${reflected}&category=${reflected}&sort=${reflected}`,
        `/blog?search=${reflected}`,
        "/blog",
        `/blog/${article}`,
        "/blog/rss.xml",
        "/newsletter/issues",
        "/newsletter/issues/planted",
        "/newsletter/issues/rss.xml",
        "/science",
        "/qa",
        `/qa?search=${reflected}`,
        "/contact",
        "/contact/map?load",
        "/sitemap.xml",
        `/${reflected}`,
        `/products/${reflected}`,
        `/login?next=${reflected}`,
        `/newsletter/verify?message=${reflected}`,
        `/reset-password?token=${reflected}`,
        `/undo-email-change?token=${reflected}`,
        `/verify-email?email=${reflected}&token=${reflected}`,
        `/order-confirmation?t=${reflected}`,
        `/checkout-success?payment_intent=${reflected}`,
        `/sandbox/stripe/checkout/${reflected}`,
        `/sandbox/${reflected}`,
        "/dev/mail",
        ...Array.from({ length: 8 }, (_, index) => `/dev/mail/${index + 1}`),
      ],
    ],
    [
      customer,
      [
        "/account",
        "/account/settings",
        "/account/settings?tab=security",
        "/customer-dashboard?tab=profile",
        "/cart",
        "/checkout",
      ],
    ],
    [
      admin,
      [
        "/admin",
        `/admin?order=${order.id}`,
        `/admin?search=${reflected}&tab=${reflected}`,
        ...[
          "failed",
          "customers",
          "products",
          "users",
          "enquiries",
          "reconciliation",
          "evidence",
          "emails",
          "audit",
          "api-keys",
        ].map((tab) => `/admin?tab=${tab}`),
        `/admin/orders/${order.id}`,
        `/admin/orders/${reflected}`,
        `/admin/customers/order-${order.id}`,
        `/admin/customers/${reflected}`,
        "/admin/batches",
        `/admin/batches?search=${reflected}`,
        "/admin/batches/PLANTED-1",
        "/admin/batches/PLANTED-1/recall",
        `/admin/batches/${reflected}`,
        "/admin/prices",
        `/admin/prices?search=${reflected}`,
        "/admin/users",
        `/admin/users?search=${reflected}`,
        "/admin/settings",
        "/admin/settings?tab=Tax",
        "/admin/opening",
        "/admin/content",
        "/admin/content?tab=faq",
        "/admin/content?tab=newsletter",
        `/admin/content?tab=newsletter&issue=${issue}`,
        "/shop-manager",
        "/shop-manager?tab=customers",
        `/orders/${order.invoiceNumber}/invoice`,
        `/orders/${order.invoiceNumber}/use`,
      ],
    ],
  ];
  expect.soft(RAW.exec(usersPage)?.[0], "users, after the registration").toBeUndefined();
  const seen = new Set([...probes].filter((probe) => usersPage.includes(probe)));
  for (const [cookie, paths] of pages) {
    for (const path of paths) {
      const response = await fetch(shop.url + path, {
        headers: { ...(cookie ? { Cookie: cookie } : {}), "User-Agent": BROWSER },
      });
      const html = await response.text();
      expect.soft(response.status, path).toBeLessThan(500);
      expect.soft(RAW.exec(html)?.[0], path).toBeUndefined();
      // Browsers must not store what a signed-in person sees.
      if (cookie) expect.soft(response.headers.get("cache-control"), path).toContain("no-store");
      for (const probe of probes) if (html.includes(probe)) seen.add(probe);
    }
  }
  // Each text was really shown somewhere; otherwise the test would prove nothing.
  expect([...probes].filter((probe) => !seen.has(probe))).toEqual([]);

  page.on("dialog", (dialog) => {
    expect.soft(dialog.message(), page.url()).toBe("no dialog");
    void dialog.dismiss();
  });
  const cookies = admin.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), url: shop.url };
  });
  await context.addCookies(cookies);
  for (const path of ["/", `/blog/${article}`, "/admin", "/dev/mail/1"]) {
    await visit(page, shop.url + path);
    await expect.soft(page.locator("main img[src='x'], main svg[onload]"), path).toHaveCount(0);
  }
});
