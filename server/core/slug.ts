const LONGEST = 80;

/** A slug made from a name: "Biochar & Compost (20 l)" → "biochar-compost-20-l"; `fallback` for one without letters. */
export function slugOf(name: string, fallback = "product"): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  return trimmed(trimmed(words).slice(0, LONGEST)) || fallback;
}

/** The first of "name", "name-2", "name-3" … that is not taken. */
export function freeSlug(base: string, isTaken: (slug: string) => boolean): string {
  let slug = base;
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

function trimmed(slug: string): string {
  return slug.replace(/^-+|-+$/g, "");
}
