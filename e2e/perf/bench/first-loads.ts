import { type FirstLoad, firstLoadOf } from "../../support/first-load.ts";
import { askAsBrowser, decoded } from "../answer.ts";

export interface PageLoad extends FirstLoad {
  page: string;
  /** Bytes of the document as sent to this browser. */
  html: number;
}

/** A page of each kind that a visitor may open first. */
const pages = [
  "/",
  "/products",
  "/products/premium-biochar",
  "/blog",
  "/blog?tab=community",
  "/blog/how-much-biochar-does-a-bed-need",
  "/community",
  "/contact",
  "/qa",
  "/newsletter",
  "/newsletter?step=resources",
  ...["about", "science", "applications", "resources", "returns", "delivery", "privacy"].map(
    (name) => `/${name}`,
  ),
  ...["terms", "cookies", "accessibility", "manufacturing"].map((name) => `/${name}`),
  ...["puro-earth", "co2-certification", "international-biochar-initiative", "ebc-certification"].map(
    (name) => `/manufacturing/${name}`,
  ),
  "/api/docs",
  "/register",
  "/login",
  "/admin/login",
  "/forgot-password",
  "/order-confirmation",
];

/** Pages that need a signed-in person or a filled cart. */
const shoppersPages = [
  "/cart",
  "/checkout",
  "/account",
  ...["profile", "security", "orders", "support"].map((tab) => `/account/settings?tab=${tab}`),
  "/customer-dashboard",
  "/customer-dashboard?tab=profile",
];

/** What every page makes a browser fetch on a first visit. */
export async function measureFirstLoads(shopUrl: string, shopper: string): Promise<PageLoad[]> {
  const loads: PageLoad[] = [];
  for (const page of pages) loads.push(await measure(shopUrl, page));
  for (const page of shoppersPages) loads.push(await measure(shopUrl, page, shopper));
  return loads;
}

async function measure(shopUrl: string, page: string, cookie?: string): Promise<PageLoad> {
  const response = await askAsBrowser(shopUrl + page, cookie);
  return { page, html: response.body.length, ...firstLoadOf(decoded(response).toString()) };
}
