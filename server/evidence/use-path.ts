/** Where the question about an order's biochar is answered, with the key of the signed link that opened the order. */
export function pathOfUse(invoiceNumber: string, token: string | null): string {
  const search = token ? `?${new URLSearchParams({ t: token })}` : "";
  return `/orders/${encodeURIComponent(invoiceNumber)}/use${search}`;
}
