import { createHash } from "node:crypto";
import { ShopError } from "#server/core/errors.ts";

/** A tag for exactly what a caller received: the text of the body and, for a list, where it continues. */
export function entityTagOf(body: string, link = ""): string {
  return `"${createHash("sha256").update(body).update(link).digest("base64url").slice(0, 27)}"`;
}

/** Whether an If-None-Match header names the tag. Weak comparison: RFC 9110 section 13.1.2. */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (!header) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => opaque(candidate) === opaque(tag));
}

/**
 * Whether a request has a precondition on what it read, whichever representation that was; "*" only requires that the resource exists.
 * @throws ShopError `conflict` when its If-Match does not name the current version
 */
export function insistsOn(request: Request, ...current: unknown[]): boolean {
  const expected = request.headers.get("if-match")?.trim();
  if (!expected || expected === "*") return false;
  // A proxy that compresses a response weakens its tag, so the comparison is as lenient as for If-None-Match.
  if (current.some((each) => matchesEntityTag(expected, entityTagOf(JSON.stringify(each))))) return true;
  throw new ShopError("conflict", "This was changed since you read it. Nothing was overwritten.");
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
