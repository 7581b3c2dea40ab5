import type { Page } from "playwright/test";

/** The looks that this process has already checked without findings, as numbers by colour scheme. */
const seen = new Map<string, Set<number>>();

/** Marks elements that contain only known looks. */
export const SEEN = "data-colours-seen";

/**
 * axe spends most of its time on the background of each text, and most texts of a shop look like one of another page.
 * Calls `look` with known looks marked by `SEEN`; when it reports no finding, the rest is known, too. Colours follow
 * from an element and its ancestors, so these two define a look.
 */
export async function lookAtNewColours(
  page: Page,
  colorScheme: string,
  look: () => Promise<boolean>,
): Promise<void> {
  const keys = seen.get(colorScheme) ?? new Set();
  seen.set(colorScheme, keys);
  const fresh = await page.evaluate(markSeen, { known: [...keys], attribute: SEEN });
  if (await look()) for (const each of fresh) keys.add(each);
  await page.evaluate(unmark, SEEN);
}

/** Runs in the page: marks the outermost elements without a new look, and returns the new looks. */
function markSeen({ known, attribute }: { known: number[]; attribute: string }): number[] {
  const isKnown = new Set(known);
  const fresh: number[] = [];
  const fold = (hash: number, text: string) => {
    let folded = hash;
    for (const letter of text) folded = (Math.imul(folded, 31) + letter.charCodeAt(0)) | 0;
    return folded;
  };
  const hasText = (element: Element) =>
    element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");

  /** Whether every look in the element is known. */
  const walk = (element: Element, above: number): boolean => {
    const state = [
      "class",
      "style",
      "type",
      "disabled",
      "open",
      "aria-current",
      "aria-selected",
      "aria-pressed",
    ];
    const own = state.map((name) => element.getAttribute(name) ?? "").join("|");
    let hash = fold(above, `${element.localName}|${own}`);
    let isSeen = true;
    if (hasText(element)) {
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element);
      hash = fold(hash, `${color}|${backgroundColor}|${fontSize}|${fontWeight}`);
      isSeen = isKnown.has(hash);
      if (!isSeen) fresh.push(hash);
    }
    const children = [...element.children].map((child) => ({ child, isSeen: walk(child, hash) }));
    if (isSeen && children.every((each) => each.isSeen)) return true;
    for (const { child, isSeen: whole } of children) if (whole) child.setAttribute(attribute, "");
    return false;
  };
  walk(document.body, 7);
  return fresh;
}

function unmark(attribute: string): void {
  for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
}
