import { expect, type Page, type Route, test } from "playwright/test";
import { signInAs } from "../support/accounts.ts";
import { fillCart, uniqueEmail, visit } from "../support/shop.ts";
import { signInAsAdministrator } from "../support/staff.ts";

/*
 * Whatever is pressed tells within 100 ms that it is under way while its answer is held back, and tells nothing where
 * the answer comes at once (docs/rules.md#pages-8). The page's clock stands still: the test alone moves it on.
 */

interface Press {
  name: string;
  /** Where it stands, ready to be pressed. */
  at: string | ((page: Page) => Promise<void>);
  press: (page: Page) => Promise<unknown>;
  /** The words that tell, where they are laid down. */
  says?: string;
  /** Where the browser itself fetches the next page. */
  leaves?: true;
  /** What the page shows once the answer is there; left out where pressing it for good would spoil what follows. */
  done?: (page: Page) => Promise<unknown>;
}

const customer = { email: "customer@example.com", username: "customer", password: "biochar-demo" };

/** Whatever turns, or is dimmed while it waits. */
const SIGNS = ".animate-spin, div[aria-busy=true]";
const signs = (page: Page) => page.locator(SIGNS).filter({ visible: true });

const button = (name: string | RegExp) => (page: Page) =>
  page.locator("main, dialog[open]").getByRole("button", { name, exact: true }).first().click();
const link = (name: string | RegExp) => (page: Page) =>
  page.locator("main, dialog[open]").getByRole("link", { name, exact: true }).first().click();
const inHeader = (name: string) => (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
const inNavigation = (name: string) => (page: Page) =>
  page.getByRole("navigation", { name: "Workplace" }).getByRole("link", { name, exact: true }).click();
const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible({ timeout: 500 });
const text = (words: string | RegExp) => (page: Page) =>
  expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible({ timeout: 500 });

/** Pages and answers of the shop, but no scripts, pictures and styles. */
const isAnswer = (url: URL) => /\.data$|^\/(api|trpc|sandbox)\//.test(url.pathname);

async function begin(page: Page, { at }: Press): Promise<void> {
  if (typeof at === "string") await visit(page, at);
  else await at(page);
  // The page's clock is ahead of ours by the hours that earlier presses took.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
}

async function resume(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.clock.resume();
}

/** So many milliseconds on, in steps: between them the page does what each has begun. */
async function run(page: Page, milliseconds: number): Promise<void> {
  for (let step = 0; step < milliseconds / 10; step += 1) {
    await page.clock.runFor(10);
    await page.evaluate(async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        });
      }
    });
  }
}

/** Holds every answer back until it lets them go, and presses. Resolves once the page has asked for one. */
async function pressAndHold(page: Page, { name, press }: Press) {
  const held: Route[] = [];
  let isHolding = true;
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route("**", (route) => {
    const request = route.request();
    const isHeld = isHolding && (isAnswer(new URL(request.url())) || request.isNavigationRequest());
    if (!isHeld) return route.continue();
    held.push(route);
    tell();
  });
  // A click that has the browser fetch a page ends with it, which is held back.
  await Promise.race([press(page), asked]);
  // Calls that are made together are sent at the end of a millisecond.
  await expect(async () => {
    await page.clock.runFor(1);
    expect(held.length, `${name}: asks`).toBeGreaterThan(0);
  }).toPass({ timeout: 15_000 });
  return async (end: (route: Route) => Promise<void>) => {
    // What the page asks for upon an answer is not held.
    isHolding = false;
    await Promise.all(held.map(end));
  };
}

async function tellsWhileItWaits(page: Page, press: Press): Promise<void> {
  await begin(page, press);
  const letGo = await pressAndHold(page, press);
  await run(page, 100);
  await expect(signs(page).first(), `${press.name}: tells`).toBeVisible();
  if (press.says) await expect(page.getByRole("status").filter({ hasText: press.says })).toBeVisible();
  await letGo((route) => route.abort().catch(() => undefined));
  await resume(page);
}

/** The same where the browser itself fetches the next page: nobody can ask the page meanwhile, so it tells. */
async function tellsUntilItIsLeft(page: Page, { at, press, says = "" }: Press): Promise<void> {
  if (typeof at === "string") await visit(page, at);
  else await at(page);
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const binding = `tell${Math.random().toString(36).slice(2)}`;
  await page.exposeFunction(binding, tell);
  await page.evaluate(
    ({ selector, words, name }) => {
      new MutationObserver(() => {
        const tells = document
          .querySelector(selector)
          ?.closest("[role=status]")
          ?.textContent?.includes(words);
        if (tells) Reflect.get(window, name)();
      }).observe(document, { subtree: true, childList: true });
    },
    { selector: SIGNS, words: says, name: binding },
  );
  const asked = page.waitForRequest((request) => request.isNavigationRequest());
  await page.route("**", async (route) => {
    if (route.request().isNavigationRequest()) await told;
    await route.continue();
  });
  await Promise.all([page.waitForEvent("domcontentloaded"), asked, press(page)]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Quick is an answer after half of the time that is waited for it: sooner than that, no sign may have come. */
async function tellsNothingWhenQuick(page: Page, press: Press): Promise<void> {
  const { done } = press;
  if (!done) return;
  await begin(page, press);
  await page.evaluate((selector) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const sign of document.querySelectorAll(selector)) seen.push(sign.outerHTML.slice(0, 200));
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, SIGNS);
  const letGo = await pressAndHold(page, press);
  await run(page, 40);
  await letGo((route) => route.continue());
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(async () => {
    await page.clock.runFor(1);
    await done(page);
  }, `${press.name}: is done`).toPass({ timeout: 15_000 });
  const seen = await page.evaluate(() => (Object(window).seen as string[] | undefined) ?? []);
  expect(seen, `${press.name}: flashes`).toEqual([]);
  await resume(page);
}

async function tryAll(page: Page, presses: readonly Press[]): Promise<void> {
  test.setTimeout(180_000);
  for (const press of presses) {
    await test.step(press.name, async () => {
      if (press.leaves) return tellsUntilItIsLeft(page, press);
      await tellsWhileItWaits(page, press);
      await tellsNothingWhenQuick(page, press);
    });
  }
}

test("ways through the shop @deep", async ({ page }) => {
  await page.clock.install();
  const about = "/about";
  await tryAll(page, [
    {
      name: "to the catalogue",
      at: about,
      press: inHeader("Shop"),
      says: "Loading products",
      done: heading("Our Products"),
    },
    {
      name: "to the community, from a text page",
      at: about,
      press: async (on) => {
        await on.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).hover();
        await inHeader("Community Impact")(on);
      },
      says: "Loading community impact data...",
      done: heading(/Community Impact/),
    },
    {
      name: "to a product",
      // Searched for: products that other journeys make for a while would push it to the second page.
      at: "/products?search=vinegar",
      press: link("Wood Vinegar"),
      done: heading("Wood Vinegar"),
    },
    {
      name: "out of a text page",
      at: "/returns",
      press: link("talk to us"),
      says: "Loading",
      leaves: true,
    },
    {
      name: "sorting",
      at: "/products",
      press: (on) => on.getByLabel("Sort").selectOption("Price (Low to High)"),
      says: "Loading products",
    },
    {
      name: "searching the catalogue",
      at: "/products",
      press: async (on) => {
        await on.getByPlaceholder("Search products...").fill("vinegar");
        await on.getByPlaceholder("Search products...").press("Enter");
      },
      says: "Loading products",
      done: text("1 product"),
    },
    {
      name: "the community tab of the blog",
      at: "/blog",
      press: link("Community Impact"),
      says: "Loading community impact data...",
    },
    {
      name: "more articles",
      at: "/blog",
      press: link("Load More Articles"),
      done: text("All articles shown"),
    },
  ]);
});

test("buttons of a cart", async ({ page }) => {
  await page.clock.install();
  const withCart = (path: string) => async (on: Page) => {
    await fillCart(on, "biochar-compost-mix");
    await visit(on, path);
  };
  await tryAll(page, [
    {
      name: "Add to Cart",
      at: "/products/premium-biochar",
      press: button("Add to Cart"),
      done: (on) => expect(on.getByRole("dialog")).toBeVisible({ timeout: 500 }),
    },
    {
      name: "a quantity",
      at: withCart("/cart"),
      press: (on) => on.locator("main").getByLabel("Quantity of Biochar Compost Mix").selectOption("3"),
      done: text("Subtotal"),
    },
    {
      name: "Remove",
      at: withCart("/cart"),
      press: button("Remove Biochar Compost Mix"),
      done: (on) =>
        expect(on.locator("main").getByRole("button", { name: "Remove Biochar Compost Mix" })).toHaveCount(
          0,
          {
            timeout: 500,
          },
        ),
    },
    { name: "Clear cart", at: withCart("/cart"), press: button("Clear cart"), leaves: true },
    { name: "Proceed to Checkout", at: withCart("/cart"), press: link("Proceed to Checkout"), leaves: true },
  ]);
});

test("forms of visitors @deep", async ({ page }) => {
  await page.clock.install();
  const filled =
    (path: string, fields: Record<string, string>) =>
    async (on: Page): Promise<void> => {
      await visit(on, path);
      for (const [name, value] of Object.entries(fields))
        await on.locator(`main [name="${name}"]`).first().fill(value);
    };
  await tryAll(page, [
    {
      name: "Login",
      at: filled("/login", { username: "nobody", password: "nothing-of-the-kind" }),
      press: button("Login"),
    },
    {
      name: "Create Account",
      at: filled("/register", {
        name: "Rowan Fielding",
        email: uniqueEmail(),
        username: "rowan-under-way",
        password: "a long walk by the river",
        confirmPassword: "a long walk by the river",
      }),
      press: button("Create Account"),
    },
    {
      name: "forgotten password",
      at: filled("/forgot-password", { email: uniqueEmail() }),
      press: button(/Send/),
    },
    {
      name: "a message",
      at: filled("/contact", {
        name: "Rowan",
        email: uniqueEmail(),
        subject: "A bed of leeks",
        message: "How much biochar does it need?",
      }),
      press: button(/Send/),
      done: text(/Message sent|Thank you/i),
    },
    {
      name: "the newsletter",
      at: filled("/blog", { email: uniqueEmail() }),
      press: button("Subscribe"),
    },
    {
      name: "the newsletter's page",
      at: filled("/newsletter", { email: uniqueEmail() }),
      press: button("Subscribe"),
      leaves: true,
    },
    {
      name: "the staff's sign-in",
      at: filled("/admin/login", { email: "x@example.com", password: "no" }),
      press: button(/sign in|log ?in/i),
    },
  ]);
});

test("buttons of an account @deep", async ({ page }) => {
  await page.clock.install();
  await signInAs(page, customer);
  const settings = "/account/settings?tab=";
  await tryAll(page, [
    { name: "another tab", at: `${settings}profile`, press: link("Orders"), done: text(/INV-/) },
    {
      name: "Save Changes",
      at: `${settings}profile`,
      press: button("Save Changes"),
      done: text(/saved|updated/i),
    },
    { name: "Download My Data", at: `${settings}support`, press: link("Download My Data") },
    {
      name: "Buy again",
      at: async (on) => {
        await visit(on, `${settings}orders`);
        await on
          .getByRole("link", { name: /^View Details/ })
          .first()
          .click();
        await expect(on.getByRole("button", { name: "Buy again" }).first()).toBeVisible();
      },
      press: (on) => on.getByRole("button", { name: "Buy again" }).filter({ visible: true }).first().click(),
    },
    {
      name: "Change Password",
      at: async (on) => {
        await visit(on, `${settings}security`);
        await on.locator("[name=currentPassword]").fill("biochar-demo");
        await on.locator("[name=newPassword]").fill("a long walk by the river");
        await on.locator("[name=confirmPassword]").fill("a long walk by the river");
      },
      press: button("Change Password"),
    },
    { name: "Sign out, of the account", at: "/account", press: button("Sign out") },
    { name: "Sign out, of the devices", at: `${settings}security`, press: button("Sign out") },
    { name: "Sign out, where one signs in", at: "/login", press: button("Sign out") },
  ]);
});

test("buttons of the staff @deep", async ({ page }) => {
  await page.clock.install();
  await signInAsAdministrator(page);
  await tryAll(page, [
    {
      name: "another tab",
      at: "/admin",
      press: inNavigation("Analytics"),
      says: "Loading",
      done: text("Average Order"),
    },
    { name: "Refresh", at: "/admin", press: button("Refresh"), done: text("Recent orders") },
    { name: "View Details", at: "/admin", press: button(/View Details/), done: heading("Timeline") },
    {
      name: "searching the orders",
      at: async (on) => {
        await visit(on, "/admin?tab=orders&view=all");
        await on.getByLabel("Name, email or number").fill("customer@example.com");
      },
      press: button("Search"),
    },
    {
      name: "a deed of a user's menu",
      at: async (on) => {
        await visit(on, "/admin?tab=users&search=customer%40example.com");
        await on
          .getByRole("button", { name: /^Actions for / })
          .first()
          .click();
      },
      press: (on) => on.getByRole("menuitem", { name: "Reset Password" }).click(),
      done: text(/reset/i),
    },
    {
      name: "saving settings",
      at: async (on) => {
        await visit(on, "/admin/settings?tab=Orders");
        await on
          .getByLabel(/prefix/i)
          .first()
          .fill("OXW");
      },
      press: button("Save Settings"),
    },
    { name: "the charts", at: "/admin?tab=analytics", press: button("Show") },
    {
      name: "answering an enquiry",
      at: "/admin?tab=enquiries",
      press: button(/^Mark as answered/),
    },
    {
      name: "Sign out",
      at: async (on) => {
        await visit(on, "/admin");
        await on.getByRole("banner").locator("summary", { hasText: "Ada Admin" }).click();
      },
      press: (on) => on.getByRole("banner").getByRole("button", { name: "Sign out" }).click(),
    },
  ]);
});
