import { displayLongDate } from "#server/core/shop-time.ts";
import { documentTypeLabels, type ProductDocument } from "./product-documents.ts";
import { keptDocuments } from "./product-media.schema.ts";

/** What a document is, its title and its day: "Guide “First beds” (1 March 2026)". */
function documentText({ type, title, date }: ProductDocument): string {
  return `${documentTypeLabels[type]} “${title}”${date === null ? "" : ` (${displayLongDate(date)})`}`;
}

/**
 * What a change did to a product's documents, a line each: which came, which went, what became of one, and their order;
 * undefined for another field.
 */
export function documentChanges(name: string, before: unknown, after: unknown): string[] | undefined {
  const [was, is] = [keptDocuments.safeParse(before).data, keptDocuments.safeParse(after).data];
  if (name !== "documents" || !was || !is) return undefined;
  const kept = (list: ProductDocument[], other: ProductDocument[]) =>
    list.filter(({ url }) => other.some((one) => one.url === url));
  const edited = kept(is, was).flatMap((document) => {
    const text = documentText(document);
    const old = was.find(({ url }) => url === document.url);
    const oldText = old ? documentText(old) : text;
    return oldText === text ? [] : [`${oldText} → ${text}`];
  });
  const order = kept(is, was).map(({ url }) => url);
  const isMoved = kept(was, is).some(({ url }, place) => url !== order[place]);
  return [
    ...is.filter((one) => !kept(is, was).includes(one)).map((one) => `Added: ${documentText(one)}`),
    ...was.filter((one) => !kept(was, is).includes(one)).map((one) => `Removed: ${documentText(one)}`),
    ...edited,
    ...(isMoved ? [`Order: ${is.map(({ title }) => `“${title}”`).join(", ")}`] : []),
  ];
}
