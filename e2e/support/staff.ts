import { type APIRequestContext, expect, type Page } from "playwright/test";
import { settled, uniqueEmail, visit } from "./shop.ts";

interface RestOrder {
  id: number;
  invoiceNumber: string;
  customerEmail: string;
  totalAmount: number;
  status: string;
  items: { productId: number; quantity: number; price: number }[];
}

/** Signs in over REST. */
export async function becomeAdministrator(request: APIRequestContext): Promise<void> {
  const data = { email: "admin@example.com", password: "biochar-demo" };
  expect((await request.post("/api/admin/login", { data })).ok()).toBe(true);
}

/** Sets the stock of a product, because journeys buy the same one. */
export async function restock(
  request: APIRequestContext,
  slug: string,
  stockQuantity: number,
): Promise<void> {
  const { id } = (await (await request.get(`/api/products/${slug}`)).json()) as { id: number };
  await becomeAdministrator(request);
  const response = await request.put(`/api/admin/products/${id}`, { data: { stockQuantity } });
  expect(response.ok(), await response.text()).toBe(true);
}

/**
 * Two new packs of one family, the first with pictures and documents, for a journey that looks at them. Call `archive`
 * at its end: other journeys look at the catalogue.
 */
export async function makeFamily(
  request: APIRequestContext,
  family: string,
): Promise<{ id: number; slug: string; archive: () => Promise<void> }> {
  await becomeAdministrator(request);
  const post = (form: Record<string, string | number>) =>
    request.post("/admin/settings?tab=Products", { form, maxRedirects: 0 });
  const makePack = async (packLabel: string, kilograms: number) => {
    const name = `${family} ${packLabel}`;
    const form = {
      intent: "products.create",
      name,
      category: "Soil Improvement",
      price: 5 * kilograms,
      stockQuantity: 9,
    };
    const made = await post(form);
    const id = Number(/edit=(\d+)/.exec(made.headers().location ?? "")?.[1]);
    const pack = { family, packLabel, netGrams: 1000 * kilograms, unitPrice: { per: "kg" } };
    const response = await request.put(`/api/admin/products/${id}`, { data: pack });
    expect(response.ok(), await response.text()).toBe(true);
    return id;
  };
  const ids = [await makePack("5 kg", 5), await makePack("1 kg", 1)] as const;
  const pdf = (text: string) =>
    `data:application/pdf;base64,${Buffer.from(`%PDF-1.7 ${text}`).toString("base64")}`;
  const data = {
    pictures: [
      "/pictures/premium-biochar.jpg",
      "/pictures/wood-vinegar.jpg",
      "/pictures/animal-feed-biochar.jpg",
    ],
    documents: [
      { type: "safety_data_sheet", title: "Grade A sheet", date: "2026-03-01", url: pdf("sheet") },
      { type: "guide", date: null, url: pdf("guide") },
    ],
  };
  const response = await request.put(`/api/admin/products/${ids[0]}`, { data });
  const { slug } = (await response.json()) as { slug: string };
  const archive = async () => {
    for (const id of ids) {
      const { version } = (await (await request.get(`/api/admin/products/${id}`)).json()) as {
        version: number;
      };
      await post({ intent: "products.archive", id, seenVersion: version });
    }
  };
  return { id: ids[0], slug, archive };
}

/** A customer's orders over REST, with staff permissions. */
export async function ordersOf(request: APIRequestContext, email: string): Promise<RestOrder[]> {
  await becomeAdministrator(request);
  const response = await request.get("/api/admin/orders?limit=100");
  expect(response.ok()).toBe(true);
  const orders = (await response.json()) as RestOrder[];
  return orders.filter((order) => order.customerEmail === email);
}

/** Signs in on the staff screen as one of the demo's staff, and opens a page. */
export async function signInAsStaff(page: Page, email: string, path: string): Promise<void> {
  await visit(page, `/admin/login?next=${encodeURIComponent(path)}`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill("biochar-demo");
  await page
    .locator("main")
    .getByRole("button", { name: /sign in|log ?in/i })
    .click();
  await page.waitForURL((url) => url.pathname + url.search === path);
  // With JavaScript the address changes before the page does.
  await expect(page.locator('input[name="password"]')).toHaveCount(0);
  // A panel whose scripts are of its own comes after its page.
  await expect(page.locator("main [data-pending]")).toHaveCount(0);
  await settled(page);
}

export function signInAsAdministrator(page: Page, path = "/admin"): Promise<void> {
  return signInAsStaff(page, "admin@example.com", path);
}

export function signInAsManager(page: Page, path: string): Promise<void> {
  return signInAsStaff(page, "manager@example.com", path);
}

/** Two orders of one customer, paid in cash at the counter. */
export async function twoOrders(request: APIRequestContext): Promise<{ email: string; numbers: string[] }> {
  const email = uniqueEmail();
  await ordersOf(request, email);
  const numbers: string[] = [];
  for (const quantity of [1, 2]) {
    const data = {
      customerName: "Lister Rowe",
      customerEmail: email,
      customerAddress: "3 Column Lane, Ludlow, SY8 1AA, United Kingdom",
      items: [{ productId: 8, quantity }],
      paymentMethod: "cash",
    };
    const response = await request.post("/api/shop/orders", { data });
    expect(response.ok(), await response.text()).toBe(true);
    numbers.push(((await response.json()) as RestOrder).invoiceNumber);
  }
  return { email, numbers };
}
