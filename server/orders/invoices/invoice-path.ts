/** The address of an order's invoice, as a page or as a PDF, with the token of a signed link. */
export function invoicePath(
  invoiceNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/invoice${form === "pdf" ? ".pdf" : ""}`;
  return withToken(path, token);
}

/** The address of a credit or debit note of an order, in the same way. */
export function correctionNotePath(
  invoiceNumber: string,
  noteNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const place = `/orders/${encodeURIComponent(invoiceNumber)}/notes/${encodeURIComponent(noteNumber)}`;
  return withToken(form === "pdf" ? `${place}/pdf` : place, token);
}

/** The address of an order's carbon statement as a page, a PDF or its signed credential, in the same way. */
export function carbonStatementPath(
  invoiceNumber: string,
  token: string | null,
  form: "page" | "pdf" | "credential" = "page",
): string {
  const endings = { page: "", pdf: ".pdf", credential: ".json" };
  return withToken(`/orders/${encodeURIComponent(invoiceNumber)}/statement${endings[form]}`, token);
}

function withToken(path: string, token: string | null): string {
  return token ? `${path}?${new URLSearchParams({ t: token })}` : path;
}
