/** What is bought, in a form that two sides can be compared by. */
export function linesText(
  lines: readonly { productId: number; quantity: number; unitPrice: number }[],
): string {
  return lines
    .map(({ productId, quantity, unitPrice }) => `${quantity}×${productId} at ${unitPrice}`)
    .sort()
    .join(", ");
}
