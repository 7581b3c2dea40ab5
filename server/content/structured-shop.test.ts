import { expect, it } from "vitest";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { structuredBreadcrumbs, structuredOrganisation } from "./structured-content.ts";

it("says of the shop what its settings say, and nothing that they leave empty", () => {
  const settings = {
    ...defaultSettings,
    storeName: "Fen Char",
    storePhone: "",
    linkedinUrl: "https://in.example/f",
  };
  const written = JSON.parse(JSON.stringify(structuredOrganisation(settings, "https://shop.example")));
  expect(written).toMatchObject({
    "@type": "Organization",
    name: "Fen Char",
    url: "https://shop.example/",
    email: settings.storeEmail,
    sameAs: ["https://in.example/f"],
  });
  expect(written).not.toHaveProperty("telephone");
});

it("a trail begins at the home page and counts from one", () => {
  const { itemListElement } = structuredBreadcrumbs([["Our Products", "/products"]], "https://shop.example");
  expect(itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: "https://shop.example/" },
    { "@type": "ListItem", position: 2, name: "Our Products", item: "https://shop.example/products" },
  ]);
});
