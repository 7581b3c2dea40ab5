/** The limit that the screen states, which the server enforces (docs/rules.md#catalogue-13). */
export const DOCUMENT_LIMIT_TEXT = "PDF up to 5MB";
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
export const DOCUMENT_TOO_LARGE = "The document is larger than 5 MB. Please choose a smaller one.";
export const DOCUMENT_WRONG_TYPE = "Only PDF documents can be used.";

/** Whether the bytes begin as a PDF does, whatever the file's name or sender says. */
export function isPdf(bytes: Uint8Array): boolean {
  return [0x25, 0x50, 0x44, 0x46, 0x2d].every((value, index) => bytes[index] === value);
}

/** An uploaded document: its content, and the name under which a browser saves it. */
interface StoredDocument {
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: string;
  /** Letters, digits and hyphens. */
  name: string;
}

const addressShape = /^\/documents\/([0-9a-f]{64})\/([a-z0-9-]{1,120})\.pdf$/;

/** "/documents/<hash>/safety-data-sheet.pdf" */
export function documentAddress({ hash, name }: StoredDocument): string {
  return `/documents/${hash}/${name}.pdf`;
}

/** The document at an address; undefined for any other address. */
export function documentAt(address: string): StoredDocument | undefined {
  const [, hash, name] = addressShape.exec(address) ?? [];
  return hash && name ? { hash, name } : undefined;
}
