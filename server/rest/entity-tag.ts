/** Whether an If-None-Match header names the tag. Weak comparison: RFC 9110 section 13.1.2. */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => opaque(candidate) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
