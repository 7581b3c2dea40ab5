import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "#app/routes.ts";
import {
  footerLegalLinks,
  footerQuickLinks,
  headerNavigation,
  isCurrent,
  type NavigationItem,
} from "./navigation.ts";

const flat = (items: NavigationItem[]): NavigationItem[] =>
  items.flatMap((item) => [item, ...flat(item.children ?? [])]);

const routePaths = new Set(routes.map((route) => `/${route.path ?? ""}`));

test.each(flat([...headerNavigation, ...footerQuickLinks, ...footerLegalLinks]))(
  "$label leads to a page",
  ({ to }) => {
    expect(routePaths.has(to) || existsSync(`app/content${to}.md`)).toBe(true);
  },
);

test("a page below an item makes the item current, and the home page only itself", () => {
  expect(isCurrent({ label: "Shop", to: "/products" }, "/products/premium-biochar")).toBe(true);
  expect(isCurrent({ label: "Home", to: "/" }, "/products")).toBe(false);
});

test("a sub-link's page makes the item above it current, wherever its address lies", () => {
  const current = (pathname: string) => headerNavigation.filter((item) => isCurrent(item, pathname));
  expect(current("/science").map(({ label }) => label)).toEqual(["Manufacturing"]);
  expect(current("/applications").map(({ label }) => label)).toEqual(["Blog"]);
});
