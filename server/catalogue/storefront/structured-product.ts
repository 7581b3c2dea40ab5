import { penceToDecimal } from "#server/pricing/money.ts";
import type { ProductView } from "./product-view.ts";

/** A product in the words of schema.org, for search engines. Addresses begin with the shop's public one. */
export function structuredProduct(product: ProductView, { publicUrl, storeName }: SellerFacts) {
  const url = `${publicUrl}/products/${product.slug}`;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: product.description,
    sku: String(product.id),
    brand: { "@type": "Brand", name: storeName },
    category: product.category,
    url,
    image: new URL(product.imageUrl, publicUrl).href,
    offers: {
      "@type": "Offer",
      url,
      price: penceToDecimal(product.currentPrice),
      priceCurrency: "GBP",
      availability: product.canBuy ? "https://schema.org/InStock" : "https://schema.org/OutOfStock",
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@type": "Organization", name: storeName, url: `${publicUrl}/` },
    },
  };
}

interface SellerFacts {
  publicUrl: string;
  storeName: string;
}
