import { slugOf } from "#server/core/text.ts";
import { addressOf } from "#server/core/without-empty.ts";
import { type ProductView, type SellerFacts, structuredOffer } from "./product-view.ts";

/** What the pages of the other packs of its family show of one. */
export const packFields = [
  "id",
  "name",
  "slug",
  "imageUrl",
  "currentPrice",
  "priceSteps",
  "tradeList",
  "wasPrice",
  "isTradePrice",
  "perMeasure",
  "canBuy",
] as const satisfies readonly (keyof ProductView)[];

export type PackOfFamily = Pick<ProductView, (typeof packFields)[number]> & { packLabel: string };

/** Names a family in structured data: the same on the page of each of its packs. */
function familyAddress(family: string, publicUrl: string): string {
  return `${publicUrl}/products#family-${slugOf(family)}`;
}

/** Names a pack: its own page has it twice, as the page's product and among the packs of its family. */
function packAddress({ slug }: Pick<ProductView, "slug">, publicUrl: string): string {
  return `${publicUrl}/products/${slug}#product`;
}

/** What a pack's structured product says of its family. */
export function structuredPack(
  { family, packLabel, slug }: Pick<ProductView, "family" | "packLabel" | "slug">,
  { publicUrl }: Pick<SellerFacts, "publicUrl">,
) {
  if (family === null) return {};
  return {
    "@id": packAddress({ slug }, publicUrl),
    size: packLabel,
    inProductGroupWithID: slugOf(family),
    isVariantOf: { "@id": familyAddress(family, publicUrl) },
  };
}

/** A family of packs in schema.org's vocabulary, for search engines. Addresses begin with the shop's public one. */
export function structuredFamily(
  { family, description }: { family: string; description: string },
  packs: readonly PackOfFamily[],
  seller: SellerFacts,
) {
  const { publicUrl, storeName } = seller;
  return {
    "@context": "https://schema.org",
    "@type": "ProductGroup",
    "@id": familyAddress(family, publicUrl),
    name: family,
    description,
    productGroupID: slugOf(family),
    brand: { "@type": "Brand", name: storeName },
    variesBy: ["https://schema.org/size"],
    hasVariant: packs.map((pack) => ({
      "@type": "Product",
      "@id": packAddress(pack, publicUrl),
      name: pack.name,
      sku: String(pack.id),
      size: pack.packLabel,
      inProductGroupWithID: slugOf(family),
      url: `${publicUrl}/products/${pack.slug}`,
      image: addressOf(pack.imageUrl, publicUrl),
      offers: structuredOffer(pack, seller),
    })),
  };
}
