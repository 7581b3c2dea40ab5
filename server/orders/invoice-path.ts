/** Where an order's invoice is, as a page or as a PDF; the token of a signed link goes along. */
export function invoicePath(
  invoiceNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/invoice${form === "pdf" ? ".pdf" : ""}`;
  return withToken(path, token);
}

/** Where a credit note of an order is, in the same way. */
export function creditNotePath(
  invoiceNumber: string,
  creditNoteNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const number = encodeURIComponent(creditNoteNumber);
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/credit-notes/${number}${form === "pdf" ? "/pdf" : ""}`;
  return withToken(path, token);
}

function withToken(path: string, token: string | null): string {
  return token ? `${path}?${new URLSearchParams({ t: token })}` : path;
}
