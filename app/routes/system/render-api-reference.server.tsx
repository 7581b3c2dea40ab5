import { renderToStaticMarkup } from "react-dom/server";
import { ApiReference } from "#app/components/reference/api-reference.tsx";
import { restDocument } from "#server/rest/rest-app.server.ts";

const pages = new Map<string, string>();

/** Renders the reference to HTML once: it costs the browser no JavaScript. */
export function renderApiReference(storeName: string): string {
  const cached = pages.get(storeName);
  if (cached !== undefined) return cached;
  const html = renderToStaticMarkup(<ApiReference document={restDocument()} storeName={storeName} />);
  pages.clear();
  pages.set(storeName, html);
  return html;
}
