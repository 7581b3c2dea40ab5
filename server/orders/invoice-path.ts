/** Where an order's invoice is, as a page or as a PDF; the token of a signed link goes along. */
export function invoicePath(
  invoiceNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/invoice${form === "pdf" ? ".pdf" : ""}`;
  return token ? `${path}?${new URLSearchParams({ t: token })}` : path;
}
