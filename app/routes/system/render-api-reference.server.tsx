import { renderToStaticMarkup } from "react-dom/server";
import { ApiReference } from "#app/components/reference/api-reference.tsx";
import { apiReference } from "#server/rest/api-reference.server.ts";

const pages = new Map<string, string>();

/** The reference as HTML: it only tells, so it costs the browser no JavaScript, and the shop one rendering. */
export function renderApiReference(storeName: string): string {
  const known = pages.get(storeName);
  if (known !== undefined) return known;
  const html = renderToStaticMarkup(<ApiReference reference={apiReference()} storeName={storeName} />);
  pages.clear();
  pages.set(storeName, html);
  return html;
}
