export const MOST_PICTURES = 8;

/** The keys of JSON in one order: the database has its own. */
export function documentsInOrder(documents: readonly ProductDocument[]): ProductDocument[] {
  return documents.map(({ type, title, date, url }) => ({ type, title, date, url }));
}

/** What a product shows beside its words. */
export interface ProductMedia {
  /** Addresses in their order; the first is the product's `imageUrl`. */
  pictures: string[];
  documents: ProductDocument[];
}

/**
 * All pictures of a product in their order, none of them missing or there twice. Where the first is, the next becomes
 * the first.
 */
export function picturesOf({
  imageUrl,
  morePictures,
}: {
  imageUrl: string;
  morePictures: readonly string[];
}): string[] {
  return [...new Set([imageUrl, ...morePictures])].filter((address) => address !== "");
}

interface Change<State> {
  before: State;
  after: State;
}

/**
 * A change of a product for the audit. Where it has several pictures, another first one moves the others: the audit
 * names all of them, so that it can put them back.
 */
export function withPictures<State extends { imageUrl: string }>(
  { before, after }: Change<State>,
  morePictures: readonly string[],
): Change<Record<string, unknown>> {
  if (morePictures.length === 0) return { before: { ...before }, after: { ...after } };
  const named = ({ imageUrl, ...rest }: State) => ({
    ...rest,
    pictures: picturesOf({ imageUrl, morePictures }),
  });
  return { before: named(before), after: named(after) };
}

/** What a document of a product is. */
export const documentTypes = ["safety_data_sheet", "guide", "certificate"] as const;
export type DocumentType = (typeof documentTypes)[number];

export const documentTypeLabels: Record<DocumentType, string> = {
  safety_data_sheet: "Safety data sheet",
  guide: "Guide",
  certificate: "Certificate",
};

/** A document of a product, as its row keeps it. */
export interface ProductDocument {
  type: DocumentType;
  title: string;
  /** The day that it bears, "2026-11-23"; none where it bears none. */
  date: string | null;
  /** Where it is read: "/documents/<hash>/<name>.pdf" */
  url: string;
}
