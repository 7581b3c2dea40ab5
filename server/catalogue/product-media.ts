import type { ProductDocument } from "./product-documents.ts";

export const MOST_PICTURES = 8;

/** What a product shows beside its words. */
export interface ProductMedia {
  /** Addresses in their order; the first is the product's `imageUrl`. */
  pictures: string[];
  documents: ProductDocument[];
}

/** All pictures of a product in their order; none is missing from it. */
export function picturesOf({
  imageUrl,
  morePictures,
}: {
  imageUrl: string;
  morePictures: readonly string[];
}): string[] {
  return [imageUrl, ...morePictures].filter((address) => address !== "");
}
