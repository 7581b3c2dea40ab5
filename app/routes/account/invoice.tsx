import type { HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { VatInvoiceSheet } from "#app/components/orders/vat-invoice-sheet.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import printStyles from "#app/styles/invoice-print.css?url";
import { cartIdFrom } from "#server/cart/cart-cookie.server.ts";
import { page } from "#server/http/page.server.ts";
import { findVatInvoice } from "#server/orders/find-vat-invoice.server.ts";
import { invoicePath } from "#server/orders/invoice-path.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? `${data.invoice.heading} ${data.invoice.number} | Oxbow Biochar`
      : "Invoice | Oxbow Biochar",
  },
  { name: "robots", content: "noindex" },
];

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const headers: HeadersFunction = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
});

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
  return (
    <div className="frame max-w-5xl py-10 lg:py-14 print:max-w-none print:p-0">
      <p className="mb-6 print:hidden">
        <a href={pdf} download className={buttonClass({ variant: "secondary" })}>
          Download PDF
        </a>
      </p>
      <VatInvoiceSheet invoice={invoice} />
    </div>
  );
}

/** The same for a number that does not exist and for somebody else's. */
function NoInvoice() {
  const { pathname } = useLocation();
  return (
    <div className="frame flex flex-col items-center py-24 text-center">
      <h1 className="text-title">Invoice not found</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        Sign in with the account that placed the order, or open the order from the link in its confirmation
        email.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/login?${new URLSearchParams({ next: pathname })}`}>Go to Login</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NoInvoice /> : <PageError />;
}
