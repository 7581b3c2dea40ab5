import { expect, it } from "vitest";
import { type RootData, storeSummaryOf } from "#app/lib/root-data.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { meta } from "./catalogue.tsx";

const root: Pick<RootData, "store" | "publicUrl"> = {
  store: storeSummaryOf(defaultSettings),
  publicUrl: "https://shop.example",
};

it.each([
  [
    { category: "Soil", page: 2 },
    30,
    { tagName: "link", rel: "canonical", href: "https://shop.example/products?category=Soil&page=2" },
  ],
  [{ category: "Casino", page: 1 }, 0, { name: "robots", content: "noindex" }],
])("a list of %j with %i products is found where there is something in it", (query, total, tag) => {
  const args = {
    data: { query: { search: "", ...query }, total },
    location: { pathname: "/products" },
    matches: [{ id: "root", data: root }],
  } as unknown as Parameters<typeof meta>[0];
  expect(meta(args)).toContainEqual(tag);
});
