import { DomUtils, parseDocument } from "htmlparser2";
import { type APIRequestContext, expect, type Locator, type Page, test } from "playwright/test";

export { cards } from "#server/testing/payer.ts";

export function javaScriptIsOn(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** An address that no other test uses, so that a test finds its own orders. */
export function uniqueEmail(): string {
  const { project, testId } = test.info();
  return `${project.name}-${testId.slice(-12)}-${Date.now().toString(36)}@example.com`;
}

let wordCount = 0;

/** A word that no other journey has. */
export function uniqueWord(): string {
  wordCount += 1;
  return `${Date.now().toString(36)}${test.info().parallelIndex}${wordCount.toString(36)}`;
}

export const scripts = "**/assets/*.js";

/** Pages wait for answers of these addresses until what this returns is called. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Waits for hydration, where JavaScript is on; earlier clicks are plain form posts. Chunks of their own hydrate later, so
 * each form and button is checked; those that the browser itself handles (`commandfor`) are not React's.
 */
export async function hydrated(page: Page): Promise<void> {
  if (!javaScriptIsOn()) return;
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main, main form, main button:not([commandfor])")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    ),
  );
  // The listeners of effects, such as those for keys, come after what is shown.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Finds a product through the catalogue's search and opens its page. */
export async function findProduct(page: Page, text: string, name: string): Promise<void> {
  await visit(page, "/products");
  await page.getByPlaceholder("Search products...").fill(text);
  await page.getByPlaceholder("Search products...").press("Enter");
  await page.waitForURL(/search=/);
  await page.locator("main").getByRole("link", { name, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await hydrated(page);
}

export async function addToCart(page: Page, quantity = 1): Promise<void> {
  await page.locator('main input[name="quantity"]').first().fill(String(quantity));
  await page.locator("main").getByRole("button", { name: "Add to Cart" }).first().click();
  if (javaScriptIsOn()) await expect(page.getByRole("dialog")).toBeVisible();
  else await page.waitForLoadState();
}

/** Fills the cart with one request, in journeys that are not about that. */
export async function fillCart(page: Page, slug: string, quantity = 1): Promise<void> {
  const productId = await productIdOf(page, slug);
  const form = { intent: "add", productId, quantity };
  const response = await page.request.post("/cart.data", { form });
  expect(response.ok()).toBe(true);
}

const productIds = new Map<string, number>();

async function productIdOf(page: Page, slug: string): Promise<number> {
  const cached = productIds.get(slug);
  if (cached !== undefined) return cached;
  const response = await page.request.get(`/api/products/${slug}`);
  expect(response.ok()).toBe(true);
  const { id } = (await response.json()) as { id: number };
  productIds.set(slug, id);
  return id;
}

export async function goToCheckout(page: Page): Promise<void> {
  await visit(page, "/checkout");
  await expect(page.locator('input[name="firstName"]')).toBeVisible();
}

/**
 * At the checkout with a bag of Premium Biochar, £35.98 with delivery, and everything filled in. Resolves with the
 * shopper's address.
 */
export async function beginCheckout(page: Page): Promise<string> {
  const email = uniqueEmail();
  await fillCart(page, "premium-biochar");
  await goToCheckout(page);
  await fillDetails(page, email);
  return email;
}

interface CheckoutAnswers {
  firstName: string;
  lastName: string;
  email: string;
  address: string;
  city: string;
  postcode: string;
  phone?: string;
}

export async function fillDetails(
  page: Page,
  email: string,
  changes: Partial<CheckoutAnswers> = {},
): Promise<void> {
  const responses: CheckoutAnswers = {
    firstName: "Rowan",
    lastName: "Fielding",
    email,
    address: "12 Hedge End",
    city: "Ludlow",
    postcode: "SY8 1AA",
    ...changes,
  };
  for (const [name, value] of Object.entries(responses))
    await page.locator(`#checkout input[name="${name}"]`).fill(value);
}

/** More stops than any screen has. */
const MOST_STOPS = 150;

/** Presses Tab until an element has the focus, like a person without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${target}`);
}

/** Moves to a button or link by keyboard and presses it. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

interface ReadPage {
  status: number;
  /** All of its text, and that of its main part. */
  frame: string;
  main: string;
  /** Where the first link with these words leads. */
  linkTo: (label: string) => string | undefined;
}

/** A page as it comes, without a browser. */
export async function readPage(request: APIRequestContext, path: string): Promise<ReadPage> {
  const response = await request.get(path);
  // Separates the texts of different elements; React's comments inside a sentence do not separate.
  const html = (await response.text()).replace(/<!--.*?-->/gs, "").replaceAll("<", " <");
  const { children } = parseDocument(html);
  const [main] = DomUtils.getElementsByTagName("main", children);
  const textOf = (nodes: typeof children) => DomUtils.innerText(nodes).replace(/\s+/g, " ").trim();
  return {
    status: response.status(),
    frame: textOf(children),
    main: main ? textOf([main]) : "",
    linkTo: (label) =>
      DomUtils.getElementsByTagName("a", children).find((link) => textOf(link.children) === label)?.attribs
        .href,
  };
}
