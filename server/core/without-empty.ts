/** An absolute address of a picture or a document; "" of none, which is no address of the home page. */
export function addressOf(path: string, publicUrl: string): string {
  return path.trim() === "" ? "" : new URL(path, publicUrl).href;
}

/** Data for machines without what says nothing: empty texts and lists, and things of which only the kind is known. */
export function withoutEmpty<Data extends object>(data: Data): Data {
  return (cleaned(data) ?? {}) as Data;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (value === null || typeof value !== "object") return value ?? undefined;
  if (value instanceof Date) return value;
  if (Array.isArray(value)) {
    const items = value.map(cleaned).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const entries = Object.entries(value)
    .map(([name, part]) => [name, cleaned(part)] as const)
    .filter(([, part]) => part !== undefined);
  return entries.some(([name]) => name !== "@type") ? Object.fromEntries(entries) : undefined;
}
