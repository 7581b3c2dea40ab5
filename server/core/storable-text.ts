import { ShopError } from "./errors.ts";

/* What PostgreSQL keeps in no text: the zero byte, and half of a letter that UTF-16 writes in two. Every door of the
   shop asks here (docs/rules.md#access-14). */

export const UNSTORABLE_MESSAGE = "The request contains characters that cannot be stored.";

const UNSTORABLE = /\0|\p{Surrogate}/u;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, "gu");

/** A text without what cannot be kept: what a person typed, who never sees it. */
export function storable(text: string, instead = ""): string {
  return text.replaceAll(EACH_UNSTORABLE, instead);
}

/** The same for all texts of a JSON document, as `JSON.parse` calls it; a value of such a name is left out. */
export function storableValue(name: string, value: unknown): unknown {
  if (UNSTORABLE.test(name)) return undefined;
  return typeof value === "string" ? storable(value) : value;
}

/**
 * Looks at all texts and names in what a program sent, but for those of `files`: their readers name the line.
 * @throws ShopError `bad_request`
 */
export function refuseUnstorable(value: unknown, files: readonly string[] = []): void {
  if (typeof value === "string" && UNSTORABLE.test(value)) {
    throw new ShopError("bad_request", UNSTORABLE_MESSAGE);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) refuseUnstorable(name);
    if (!files.includes(name)) refuseUnstorable(part, files);
  }
}
