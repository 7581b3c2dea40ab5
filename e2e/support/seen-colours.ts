import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright/test";
import { projectFolder } from "#server/process/project-folder.ts";

/** Emptied at the start of each run, whose processes share it: the looks without findings, by colour scheme. */
const folder = path.join(projectFolder, "test-results", "journeys", "colours-seen");

/** Marks elements that contain only known looks. */
export const SEEN = "data-colours-seen";

/**
 * axe spends most of its time on the background of each text, and most texts of a shop look like one of another page.
 * Calls `look` with known looks marked by `SEEN`, and not at all when there is no other; of several elements of one
 * look, it sees one. When it reports no finding, the rest is known, too. Colours follow from an element and its
 * ancestors, so these two define a look. What is in `exclude` is passed over.
 */
export async function lookAtNewColours(
  page: Page,
  colorScheme: string,
  exclude: readonly string[],
  look: () => Promise<boolean>,
): Promise<void> {
  const file = path.join(folder, colorScheme);
  const seen = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  const shown = await page.evaluate(markSeen, { known: null, exclude, attribute: SEEN });
  const fresh = shown.filter((each) => !seen.has(String(each)));
  if (fresh.length === 0) return;
  const known = shown.filter((each) => seen.has(String(each)));
  await page.evaluate(markSeen, { known, exclude, attribute: SEEN });
  if (await look()) {
    mkdirSync(folder, { recursive: true });
    appendFileSync(file, fresh.map((each) => `${each}\n`).join(""));
  }
  await page.evaluate(unmark, SEEN);
}

/**
 * Runs in the page: the looks in it, each once. With known ones it also marks the outermost elements without a look
 * that is new where it stands.
 */
function markSeen({
  known,
  exclude,
  attribute,
}: {
  known: number[] | null;
  exclude: readonly string[];
  attribute: string;
}): number[] {
  const notLookedAt = exclude.join();
  const met = new Set(known);
  const shown: number[] = [];
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
    if (element.matches(notLookedAt)) return true;
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
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
      getComputedStyle(element);
    let hash = fold(above, `${element.localName}|${own}|${backgroundColor}|${backgroundImage}|${opacity}`);
    let isSeen = true;
    if (hasText(element)) {
      hash = fold(hash, `${color}|${fontSize}|${fontWeight}`);
      isSeen = met.has(hash);
      if (!isSeen) shown.push(hash);
      met.add(hash);
    }
    const children = [...element.children].map((child) => ({ child, isSeen: walk(child, hash) }));
    if (isSeen && children.every((each) => each.isSeen)) return true;
    if (known) for (const { child, isSeen: whole } of children) if (whole) child.setAttribute(attribute, "");
    return false;
  };
  walk(document.body, 7);
  return shown;
}

function unmark(attribute: string): void {
  for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
}
