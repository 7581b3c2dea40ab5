/** The bought items as a text, for comparison. */
export function linesText(
  lines: readonly { productId: number; quantity: number; unitPrice: number }[],
): string {
  return lines
    .map(({ productId, quantity, unitPrice }) => `${quantity}×${productId} at ${unitPrice}`)
    .sort()
    .join(", ");
}
