/** The heading of a product's pictures among its forms. */
export function picturesHeadingId(productId: number): string {
  return `product-${productId}-pictures`;
}

/** The forms of a product, at its pictures: a new product goes on there. */
export function editorOfMedia(productId: number): string {
  return `/admin/settings?tab=Products&edit=${productId}#${picturesHeadingId(productId)}`;
}
