import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { NoDocument, VatDocumentPage } from "#app/components/orders/vat-document.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { orderVisitorOf } from "#app/routes/visitor.server.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { correctionNotePath, invoicePath } from "#server/orders/order.ts";
import { findCorrectionNote, findVatInvoice } from "#server/orders/vat-documents.server.ts";
import { page } from "#server/process/page.server.ts";

/** What is at an address, before anybody knows whether it is there. */
function kindOf({ noteNumber }: { noteNumber?: string }): string {
  return noteNumber === undefined ? "Invoice" : "Credit or debit note";
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta<typeof loader>(
    ({ written }) => ({ title: `${written.heading} ${written.number}`, noindex: true }),
    kindOf(args.params),
  )(args);

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const headers = privatePageHeaders;

/** /orders/:invoiceNumber/invoice, and /orders/:invoiceNumber/notes/:noteNumber, a credit or a debit note. */
export const loader = page(async (asked) => {
  const { context, params } = asked;
  const visitor = await orderVisitorOf(asked);
  const { token } = visitor;
  if (params.noteNumber === undefined) {
    const written = await findVatInvoice(context, visitor);
    return { written, pdf: invoicePath(written.orderNumber, token, "pdf") };
  }
  const written = await findCorrectionNote(context, { ...visitor, noteNumber: params.noteNumber });
  return { written, pdf: correctionNotePath(written.orderNumber, written.number, token, "pdf") };
});

export default function VatDocument() {
  return <VatDocumentPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <NoDocument title={`${kindOf(useParams())} not found`} />;
}
