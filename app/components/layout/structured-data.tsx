import { type RootData, useRootData } from "#app/lib/root-data.ts";

interface StructuredDataProps {
  /** Objects of schema.org, made from the page's data and the shop's. */
  describe: (shop: RootData) => object[];
}

/** The subject of the page, for search engines (JSON-LD). */
export function StructuredData({ describe }: StructuredDataProps) {
  const root = useRootData();
  if (!root) return null;
  return describe(root).map((thing) => {
    const json = inScript(thing);
    return (
      <script
        key={json}
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own in which no tag can begin
        dangerouslySetInnerHTML={{ __html: json }}
      />
    );
  });
}

/** JSON that can stand inside a script element: no text in it can close the element or open a comment. */
export function inScript(thing: object): string {
  return JSON.stringify(thing).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
