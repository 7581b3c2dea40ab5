import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { type CacheRule, cacheableAddresses } from "#server/http/cacheable-address.ts";
import { routes } from "../routes.ts";

const rules = z.custom<readonly CacheRule[]>(Array.isArray).optional();
const moduleSchema = z.object({ loader: z.custom<{ cacheRules?: unknown }>().optional() });

/** The rules that the loaders in the route table declare. */
const topicsAt = cacheableAddresses(
  await Promise.all(
    routes.map(async ({ path: pattern, index, file }) => {
      const module: unknown = await import(path.resolve(import.meta.dirname, "..", file));
      const { loader } = moduleSchema.parse({ ...Object(module) });
      return { path: pattern, index, cacheRules: rules.parse(loader?.cacheRules) };
    }),
  ),
);

it("takes an address that the route table names for itself alone", () => {
  const at = cacheableAddresses([
    { path: "blog/:slug", cacheRules: [{ topics: ["content"] }] },
    { path: "blog/drafts" },
  ]);
  expect(at("/blog/soil")).toEqual(["content"]);
  expect(at("/blog/drafts")).toBeUndefined();
});

it.each([
  ["/", "stock"],
  ["/_root.data", "stock"],
  ["/products?category=Biochar&page=2", "catalogue"],
  ["/products.data?_routes=routes%2Fshop%2Fcatalogue&page=2", "catalogue"],
  ["/products/premium-biochar", "stock"],
  ["/api/products?limit=5&cursor=3", "stock"],
  ["/blog?search=soil", "content"],
  ["/qa", "content"],
  ["/newsletter/issues", "content"],
  ["/newsletter/issues/warm-kilns", "content"],
  ["/batches", "batches"],
  ["/batches?after=3", "batches"],
  ["/batches/2026-03-A.2", "batches"],
  ["/about", "settings"],
])("%s is the same for every visitor and made of the %s", (address, topic) => {
  expect(topicsAt(address)).toContain(topic);
});

it.each([
  "/cart",
  "/checkout",
  "/account",
  "/login",
  "/orders/INV-1/invoice",
  "/order-confirmation?t=x",
  "/newsletter",
  "/contact",
  "/community",
  "/blog?tab=community",
  "/blog?shown=6?&tab=community",
  "/??x",
  "/api/community",
  "/api/auth/user",
  "/api/admin/products",
  "/products?unknown=1",
  "/products?_routes=x",
  "/batches?code=2026-03-A",
  "/products/../admin",
  "/admin",
  "/about/",
  "//",
])("%s is made for each visit", (address) => {
  expect(topicsAt(address)).toBeUndefined();
});
