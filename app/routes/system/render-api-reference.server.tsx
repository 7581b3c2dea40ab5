import { renderToStaticMarkup } from "react-dom/server";
import { ApiReference } from "#app/components/reference/api-reference.tsx";
import { apiReference } from "#server/rest/documentation/api-reference.server.ts";

const pages = new Map<string, string>();

/** Renders the reference to HTML once: it costs the browser no JavaScript. */
export function renderApiReference(storeName: string): string {
  const cached = pages.get(storeName);
  if (cached !== undefined) return cached;
  const html = renderToStaticMarkup(<ApiReference reference={apiReference()} storeName={storeName} />);
  pages.clear();
  pages.set(storeName, html);
  return html;
}
