/** Placeholder for our own origin while a path is parsed; nobody can own it. */
const OWN_ORIGIN = "http://own.invalid";

/**
 * A path of this site from text that anybody may have written (`?next=`, a hidden field), or the fallback when it
 * would lead elsewhere: browsers read "//x", "/\x" and "/<tab>/x" as other hosts.
 */
export function localPath(text: unknown, fallback: string): string {
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, OWN_ORIGIN)) return fallback;
  const { origin, pathname, search, hash } = new URL(text, OWN_ORIGIN);
  // "/.//x" stays on our origin while parsed, but its path alone would not.
  if (origin !== OWN_ORIGIN || pathname.startsWith("//")) return fallback;
  return pathname + search + hash;
}
