import { DomUtils, parseDocument } from "htmlparser2";
import { renderToStaticMarkup } from "react-dom/server";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import { shippedStatements } from "#server/settings/claims.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import type { PageFacts } from "./text-facts.server.tsx";
import { textPage } from "./text-pages.server.tsx";

/** What the pages know of a shop without settings. */
export const newShop: PageFacts = {
  store: storeSummaryOf(defaultSettings),
  deliveryRule: { kind: "as_specified" },
  promises: promisesOf(defaultSettings),
  signedIn: false,
  ...shippedStatements,
};

/** A text page as a browser gets it. */
export function renderedPage(path: string, facts: Partial<PageFacts> = {}) {
  const page = textPage(path, { ...newShop, ...facts });
  if (!page) throw new Error(`There is no content page at ${path}`);
  const document = parseDocument(renderToStaticMarkup(page.body));
  const all = (name: string) => DomUtils.getElementsByTagName(name, document, true);
  return {
    page,
    /** Every element of this name, or every element for "*". */
    all,
    text: plain(DomUtils.textContent(document)),
    textOf: (name: string) => all(name).map((element) => plain(DomUtils.textContent(element))),
    links: all("a").map(({ attribs }) => attribs.href ?? ""),
    ids: all("*").flatMap(({ attribs }) => (attribs.id ? [attribs.id] : [])),
  };
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
