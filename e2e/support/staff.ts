import { type APIRequestContext, expect, type Page } from "playwright/test";
import { settled, visit } from "./shop.ts";

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
  await settled(page);
}

export function signInAsAdministrator(page: Page): Promise<void> {
  return signInAsStaff(page, "admin@example.com", "/admin");
}

export function signInAsManager(page: Page, path: string): Promise<void> {
  return signInAsStaff(page, "manager@example.com", path);
}
