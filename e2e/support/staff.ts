import {
  type APIRequestContext,
  type APIResponse,
  expect,
  type Page,
  request as requests,
} from "playwright/test";
import { DEMO_PASSWORD, demoSignIns } from "#server/accounts/demo-sign-ins.ts";
import { hydrated, uniqueEmail, uniqueWord, visit } from "./shop.ts";

interface RestOrder {
  id: number;
  invoiceNumber: string;
  customerEmail: string;
  totalAmount: number;
  status: string;
  items: { productId: number; quantity: number; price: number }[];
}

/** Signs a context in over REST as the demo's administrator, in a session of its own. */
export async function becomeAdministrator(request: APIRequestContext): Promise<void> {
  await signIn(request, "admin@example.com", DEMO_PASSWORD);
}

async function signIn(request: APIRequestContext, email: string, password: string): Promise<void> {
  const response = await request.post("/api/admin/login", { data: { email, password } });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Of everybody whom `newStaff` makes. */
export const STAFF_PASSWORD = "mahogany tuba lintel";

export type StaffRole = "administrator" | "shop_manager" | "packer";

/** One of staff, who is signed in: `office` is their context for plain requests. */
export interface SignedInStaff {
  name: string;
  email: string;
  username: string;
  password: string;
  office: APIRequestContext;
}

/** By the address of a shop, and the role. */
const ownStaff = new Map<string, Promise<SignedInStaff>>();

/**
 * Staff of this worker's own, named like the demo's of the same role, made and signed in when a journey first asks.
 * Nobody else signs in as them: the twentieth session of a person would end their first, which all journeys use.
 * `request` only says in which shop.
 */
export async function staffOf(request: APIRequestContext, role: StaffRole): Promise<SignedInStaff> {
  const shop = await addressOf(request);
  const key = `${role} ${shop}`;
  const staff = ownStaff.get(key) ?? (role === "administrator" ? makeFirstOf(shop) : newStaff(request, role));
  ownStaff.set(key, staff);
  return staff;
}

/** The demo's administrator makes this one, who makes all others. */
async function makeFirstOf(shop: string): Promise<SignedInStaff> {
  const chief = await requests.newContext({ baseURL: shop });
  await becomeAdministrator(chief);
  const first = await makeStaff(shop, "administrator", { office: chief, password: DEMO_PASSWORD });
  await chief.dispose();
  return first;
}

/** One more, for a journey that changes what is kept for a person, or signs out. */
export async function newStaff(
  request: APIRequestContext,
  role: StaffRole,
  name?: string,
): Promise<SignedInStaff> {
  return makeStaff(await addressOf(request), role, await staffOf(request, "administrator"), name);
}

/** A context for plain requests that is signed in as an administrator. Journeys share it: nobody disposes of it. */
export async function office(request: APIRequestContext): Promise<APIRequestContext> {
  return (await staffOf(request, "administrator")).office;
}

const addresses = new WeakMap<APIRequestContext, string>();

async function addressOf(request: APIRequestContext): Promise<string> {
  const known = addresses.get(request) ?? new URL((await request.get("/healthz")).url()).origin;
  addresses.set(request, known);
  return known;
}

let people = 0;

async function makeStaff(
  shop: string,
  role: StaffRole,
  by: Pick<SignedInStaff, "office" | "password">,
  name = demoSignIns.find((demo) => demo.role === role)?.name ?? role,
): Promise<SignedInStaff> {
  people += 1;
  const username = `${role}-${process.pid}-${Date.now().toString(36)}-${people}`;
  const person = { name, username, email: `${username}@example.com`, password: STAFF_PASSWORD };
  const data = { ...person, role, currentPassword: by.password };
  const made = await by.office.post("/api/admin/users", { data });
  expect(made.ok(), await made.text()).toBe(true);
  const own = await requests.newContext({ baseURL: shop });
  await signIn(own, person.email, person.password);
  return { ...person, office: own };
}

/** Changes some of a product's fields. */
export async function changeProduct(request: APIRequestContext, id: number, data: object): Promise<void> {
  const response = await (await office(request)).put(`/api/admin/products/${id}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Sends a form to the procedure of a command, as staff's screens do; returns what its verb returned. */
export async function sendCommand<Result>(
  staff: APIRequestContext,
  command: string,
  fields: Record<string, string | number>,
): Promise<Result> {
  return replyOf(await staff.post(`/api/trpc/${command}`, { multipart: fields }));
}

async function replyOf<Result>(response: APIResponse): Promise<Result> {
  expect(response.ok(), await response.text()).toBe(true);
  const reply = (await response.json()) as { result: { data: { json: Result } } };
  return reply.result.data.json;
}

/** A product of its own, whose name no other has: fifty of them, at £20 each. */
export function makeProduct(
  request: APIRequestContext,
  name: string,
  changes: Record<string, string | number> = {},
): Promise<MadeProduct> {
  return createProduct(request, {
    price: 20,
    stockQuantity: 50,
    ...changes,
    name: `${name} ${uniqueWord()}`,
  });
}

interface MadeProduct {
  id: number;
  name: string;
  slug: string;
}

async function createProduct(
  request: APIRequestContext,
  form: { name: string; price: string | number; stockQuantity: string | number },
): Promise<MadeProduct> {
  const fields = { category: "Soil Improvement", ...form };
  const { id } = await sendCommand<{ id: number }>(await office(request), "products.create", fields);
  const made = await (await office(request)).get(`/api/admin/products/${id}`);
  expect(made.ok(), await made.text()).toBe(true);
  const { slug } = (await made.json()) as { slug: string };
  return { id, name: form.name, slug };
}

/** Takes a product out of the shop, for anyone who looks at the catalogue. */
export async function archiveProduct(request: APIRequestContext, id: number): Promise<void> {
  const staff = await office(request);
  const input = encodeURIComponent(JSON.stringify({ json: { id } }));
  const product = await staff.get(`/api/trpc/products.one?input=${input}`);
  const { version: seenVersion } = await replyOf<{ version: number }>(product);
  await sendCommand(staff, "products.archive", { id, seenVersion });
}

/**
 * Two new packs of one family, the first with pictures and documents, for a journey that looks at them. Call `archive`
 * at its end: other journeys look at the catalogue.
 */
export async function makeFamily(
  request: APIRequestContext,
  family: string,
): Promise<{ id: number; slug: string; archive: () => Promise<void> }> {
  const staff = await office(request);
  const makePack = async (packLabel: string, kilograms: number) => {
    const name = `${family} ${packLabel}`;
    const { id } = await createProduct(request, { name, price: 5 * kilograms, stockQuantity: 9 });
    const pack = { family, packLabel, netGrams: 1000 * kilograms, unitPrice: { per: "kg" } };
    await changeProduct(request, id, pack);
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
  const response = await staff.put(`/api/admin/products/${ids[0]}`, { data });
  const { slug } = (await response.json()) as { slug: string };
  const archive = async () => {
    for (const id of ids) await archiveProduct(request, id);
  };
  return { id: ids[0], slug, archive };
}

/** A customer's orders over REST, as staff read them. */
export async function ordersOf(request: APIRequestContext, email: string): Promise<RestOrder[]> {
  const response = await (await office(request)).get("/api/admin/orders?limit=100");
  expect(response.ok()).toBe(true);
  const orders = (await response.json()) as RestOrder[];
  return orders.filter((order) => order.customerEmail === email);
}

/** An order taken at the counter by one call: two packs of masks for cash, from an address that no other order has. */
export async function makeOrder(request: APIRequestContext, changes: object = {}): Promise<RestOrder> {
  const data = {
    customerName: "Petra Parcel",
    customerEmail: uniqueEmail(),
    customerAddress: "7 Packing Yard, Ludlow, SY8 1AA, United Kingdom",
    items: [{ productId: MASKS, quantity: 2 }],
    paymentMethod: "cash",
    ...changes,
  };
  const response = await (await office(request)).post("/api/shop/orders", { data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as RestOrder;
}

/** The demo's product of which a shop for journeys has plenty. */
export const MASKS = 8;

/** Two orders of one customer, paid in cash at the counter. */
export async function twoOrders(request: APIRequestContext): Promise<{ email: string; numbers: string[] }> {
  const email = uniqueEmail();
  const numbers: string[] = [];
  for (const quantity of [1, 2]) {
    const items = [{ productId: MASKS, quantity }];
    const order = { customerName: "Lister Rowe", customerEmail: email, items };
    numbers.push((await makeOrder(request, order)).invoiceNumber);
  }
  return { email, numbers };
}

/** Opens a page of staff, with the session that somebody has. */
export async function openAs(page: Page, { office: own }: SignedInStaff, path: string): Promise<void> {
  await page.context().addCookies((await own.storageState()).cookies);
  await visit(page, path);
  // A panel whose scripts are of its own comes after its page.
  await expect(page.locator("main [data-pending]")).toHaveCount(0);
  await hydrated(page);
}

/** Opens a page as the worker's administrator, who is signed in already. */
export async function signInAsAdministrator(page: Page, path = "/admin"): Promise<void> {
  await openAs(page, await staffOf(page.request, "administrator"), path);
}

export async function signInAsManager(page: Page, path: string): Promise<void> {
  await openAs(page, await staffOf(page.request, "shop_manager"), path);
}

export async function signInAsPacker(page: Page, path: string): Promise<void> {
  await openAs(page, await staffOf(page.request, "packer"), path);
}
