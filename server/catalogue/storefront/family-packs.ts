import { slugOf } from "../slug.ts";
import { type ProductView, type SellerFacts, structuredOffer } from "./product-view.ts";

/** One pack of a family, as the pages of the others show it. */
export interface PackOfFamily
  extends Pick<
    ProductView,
    | "id"
    | "name"
    | "slug"
    | "imageUrl"
    | "currentPrice"
    | "wasPrice"
    | "isTradePrice"
    | "perMeasure"
    | "canBuy"
  > {
  packLabel: string;
}

/** Names a family in structured data: the same on the page of each of its packs. */
function familyAddress(family: string, publicUrl: string): string {
  return `${publicUrl}/products#family-${slugOf(family)}`;
}

/** What a pack's structured product says of its family. */
export function structuredPack(
  { family, packLabel }: Pick<ProductView, "family" | "packLabel">,
  { publicUrl }: Pick<SellerFacts, "publicUrl">,
) {
  if (family === null) return {};
  return { size: packLabel, isVariantOf: { "@id": familyAddress(family, publicUrl) } };
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
      name: pack.name,
      sku: String(pack.id),
      size: pack.packLabel,
      url: `${publicUrl}/products/${pack.slug}`,
      image: new URL(pack.imageUrl, publicUrl).href,
      offers: structuredOffer(pack, seller),
    })),
  };
}
