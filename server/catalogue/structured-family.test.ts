import { expect, it } from "vitest";
import { z } from "zod";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { structuredFamily, structuredPack } from "./family-packs.ts";
import { findPacksOfFamily, findProductBySlug } from "./find-product.server.ts";
import { structuredProduct } from "./product-view.ts";

/*
 * What https://developers.google.com/search/docs/appearance/structured-data/product-variants asks of variants that have
 * pages of their own, in the vocabulary of schema.org/ProductGroup.
 */

const SELLER = { publicUrl: "https://shop.example", storeName: "Oxbow", currency: "GBP" } as const;

const address = z.url({ protocol: /^https$/ });
/** A number, or a text with a decimal point. */
const price = z.union([z.number().positive(), z.string().regex(/^\d+(\.\d+)?$/)]);
const unitPrice = z.object({
  "@type": z.literal("UnitPriceSpecification"),
  price,
  priceCurrency: z.literal("GBP"),
});
const offer = z.object({
  "@type": z.literal("Offer"),
  url: address,
  price,
  priceCurrency: z.literal("GBP"),
  availability: z.enum(["https://schema.org/InStock", "https://schema.org/OutOfStock"]),
  priceSpecification: z.union([unitPrice, z.array(unitPrice)]),
});
const variant = z.object({
  "@type": z.literal("Product"),
  "@id": address,
  name: z.string().min(1),
  sku: z.string().min(1),
  size: z.string().min(1),
  image: z.union([address, z.array(address).min(2)]),
  url: address,
  inProductGroupWithID: z.literal("garden-biochar"),
  offers: offer,
});
const group = z.object({
  "@context": z.literal("https://schema.org"),
  "@type": z.literal("ProductGroup"),
  "@id": address,
  name: z.literal("Garden Biochar"),
  description: z.string().min(1),
  brand: z.object({ "@type": z.literal("Brand"), name: z.string() }),
  productGroupID: z.literal("garden-biochar"),
  variesBy: z.tuple([z.literal("https://schema.org/size")]),
  hasVariant: z.array(variant).min(2),
});
const context = await testContext();

async function describeFamily() {
  const [A, B] = ["/pictures/a.jpg", "/pictures/b.jpg"];
  const family = { family: "Garden Biochar", unitPriceBasis: "kg" } as const;
  const { slug } = await makeProduct(context, {
    ...family,
    packLabel: "5 kg",
    netGrams: 5000,
    imageUrl: A,
    morePictures: [B],
    priceSteps: [{ minQuantity: 10, price: 900, tradeList: null }],
    description: "Fine.",
  });
  await makeProduct(context, { ...family, packLabel: "1 kg", netGrams: 1000, imageUrl: B });
  const product = await findProductBySlug(context, slug);
  if (!product?.family) throw new Error("no family");
  const packs = await findPacksOfFamily(context, product);
  const told: unknown[] = [
    { ...structuredProduct(product, SELLER), ...structuredPack(product, SELLER) },
    structuredFamily({ family: product.family, description: product.description }, packs, SELLER),
  ];
  return JSON.parse(JSON.stringify(told)) as unknown[];
}

it("a family says what it varies by, and each pack its size, its offer and its price per measure", async () => {
  const [page, family] = await describeFamily();
  const { hasVariant, "@id": groupId } = group.parse(family);
  expect(hasVariant.map(({ size }) => size).sort()).toEqual(["1 kg", "5 kg"]);
  for (const field of ["sku", "@id", "url"] as const) {
    expect(new Set(hasVariant.map((one) => one[field])).size, field).toBe(2);
  }
  const product = variant.extend({ isVariantOf: z.object({ "@id": z.literal(groupId) }) }).parse(page);
  const same = hasVariant.find((one) => one["@id"] === product["@id"]);
  // A page that names one thing twice says the same of it twice.
  expect(same?.offers).toEqual(product.offers);
  expect(product.image).toEqual([
    "https://shop.example/pictures/a.jpg",
    "https://shop.example/pictures/b.jpg",
  ]);
});
