import type { LinksFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { NoDocument, VatDocumentPage } from "#app/components/orders/vat-document.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { correctionNotePath } from "#server/orders/order.ts";
import { findCorrectionNote } from "#server/orders/vat-documents.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(
  ({ note }) => ({ title: `${note.heading} ${note.number}`, noindex: true }),
  "Credit or debit note",
);

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const headers = privatePageHeaders;

/** /orders/:invoiceNumber/notes/:noteNumber, a credit or a debit note. */
export const loader = page(async ({ context, request, params, url }) => {
  const token = url.searchParams.get("t");
  const note = await findCorrectionNote(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    noteNumber: params.noteNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token,
  });
  return { note, pdf: correctionNotePath(note.orderNumber, note.number, token, "pdf") };
});

export default function CorrectionNote() {
  const { note, pdf } = useLoaderData<typeof loader>();
  return <VatDocumentPage written={note} pdf={pdf} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isNone = isRouteErrorResponse(error) && error.status === 404;
  return isNone ? <NoDocument title="Credit or debit note not found" /> : <PageError />;
}
