import type { LinksFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { NoDocument, VatDocumentPage } from "#app/components/orders/vat-document.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { cartIdFrom } from "#server/cart/read-cart.server.ts";
import { invoicePath } from "#server/orders/order.ts";
import { findVatInvoice } from "#server/orders/vat-documents.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(
  ({ invoice }) => ({ title: `${invoice.heading} ${invoice.number}`, noindex: true }),
  "Invoice",
);

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const headers = privatePageHeaders;

/** /orders/:invoiceNumber/invoice */
export const loader = page(async ({ context, request, params, url }) => {
  const token = url.searchParams.get("t");
  const invoice = await findVatInvoice(context, {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token,
  });
  return { invoice, pdf: invoicePath(invoice.orderNumber, token, "pdf") };
});

export default function Invoice() {
  const { invoice, pdf } = useLoaderData<typeof loader>();
  return <VatDocumentPage written={invoice} pdf={pdf} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isNone = isRouteErrorResponse(error) && error.status === 404;
  return isNone ? <NoDocument title="Invoice not found" /> : <PageError />;
}
