import { useLocation } from "@remix-run/react";
import { type RootData, useRootData } from "#app/lib/root-data.ts";
import { structuredBreadcrumbs } from "#server/content/structured-content.ts";
import { withoutEmpty } from "#server/core/without-empty.ts";

interface StructuredDataProps {
  /**
   * Objects of schema.org, made from the page's data and the shop's; `import.meta.env.SSR && …`, so that no browser
   * fetches what makes them.
   */
  describe?: false | ((shop: RootData) => object[]);
  /** The breadcrumbs of the page: [name, path] from below the home page down to itself. */
  trail?: Parameters<typeof structuredBreadcrumbs>[0];
}

/**
 * The subject of the page, for search engines (JSON-LD). They read documents: a browser keeps what the document brought
 * (hydration leaves such HTML alone) and makes none for the pages that it goes on to.
 */
export function StructuredData({ describe, trail }: StructuredDataProps) {
  const root = useRootData();
  const { pathname } = useLocation();
  const things = root && describe ? describe(root) : [];
  if (import.meta.env.SSR && root && trail) things.push(structuredBreadcrumbs(trail, root.publicUrl));
  const html = things
    .map((thing) => `<script type="application/ld+json">${inScript(withoutEmpty(thing))}</script>`)
    .join("");
  return (
    <div
      key={pathname}
      hidden
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own in which no tag can begin
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** JSON that can stand inside a script element: no text in it can close the element or open a comment. */
export function inScript(thing: unknown): string {
  return JSON.stringify(thing).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
