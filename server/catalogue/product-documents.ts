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
