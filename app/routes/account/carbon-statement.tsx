import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StatementPage } from "#app/components/batches/statement-page.tsx";
import { NoDocument } from "#app/components/orders/vat-document.tsx";
import { pageMeta, privatePageHeaders } from "#app/lib/document/page-meta.ts";
import { orderVisitorOf } from "#app/routes/visitor.server.ts";
import printStyles from "#app/styles/sheet-print.css?url";
import { page } from "#server/process/page.server.ts";
import { findStatement } from "#server/statements/find-statement.server.ts";

export const meta = pageMeta<typeof loader>(
  ({ view }) => ({ title: `Carbon statement of ${view.invoiceNumber}`, noindex: true }),
  "Carbon statement",
);

export const links: LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export const headers = privatePageHeaders;

/** /orders/:invoiceNumber/statement */
export const loader = page(async (asked) => {
  const visitor = await orderVisitorOf(asked);
  return { view: await findStatement(asked.context, visitor), token: visitor.token };
});

export default function CarbonStatement() {
  const { view, token } = useLoaderData<typeof loader>();
  return <StatementPage view={view} token={token} />;
}

export function ErrorBoundary() {
  return <NoDocument title="Carbon statement not found" />;
}
