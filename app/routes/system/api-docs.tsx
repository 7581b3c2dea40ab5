import { useLoaderData } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { ApiReference } from "#app/components/content/api-reference.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { restDocument } from "#server/api/rest-app.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta({
  title: "REST reference",
  description: "Every call that scripts can make to the shop, with parameters, fields and examples.",
  noindex: true,
});

/** Rendered to HTML here, and once for a shop's name: it costs the browser no JavaScript. */
export const loader = page(async ({ context: { settings } }) => {
  const { storeName } = settings;
  if (made?.storeName !== storeName) {
    const html = renderToStaticMarkup(<ApiReference document={restDocument()} storeName={storeName} />);
    made = { storeName, html };
  }
  return { html: made.html };
});

let made: { storeName: string; html: string } | undefined;

export default function ApiDocs() {
  const { html } = useLoaderData<typeof loader>();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by React on the server, from words of our own
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
