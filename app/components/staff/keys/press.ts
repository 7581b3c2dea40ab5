import { activate } from "./activate.ts";
import type { KeyMark } from "./register.ts";
import { currentRow, keyScope, openRow } from "./rows.ts";

/** A row's order is asked of the server; what is not there after this many milliseconds does not come. */
const LONGEST_WAIT_MS = 5000;

/** Presses what is marked, in the row first. Returns whether there was anything. */
export function pressMarked(mark: KeyMark): boolean {
  const found = findMarked(currentRow() ?? keyScope(), mark) ?? findMarked(keyScope(), mark);
  if (found) activate(found);
  return found !== undefined;
}

/** Presses what is marked in the order that is open; from a row, opens the row's order and presses it there. */
export function pressInRow(mark: KeyMark): boolean {
  const row = currentRow();
  if (!row) return pressMarked(mark);
  const found = findMarked(row, mark);
  if (found) activate(found);
  else if (openRow(row)) pressOnceThere(mark);
  else return false;
  return true;
}

function pressOnceThere(mark: KeyMark): void {
  const observer = new MutationObserver(() => {
    const dialog = document.querySelector("dialog:modal");
    const found = dialog ? findMarked(dialog, mark) : undefined;
    if (!found) return;
    observer.disconnect();
    activate(found);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["open"],
  });
  setTimeout(() => observer.disconnect(), LONGEST_WAIT_MS);
}

function findMarked(scope: ParentNode, mark: KeyMark): HTMLElement | undefined {
  return [...scope.querySelectorAll<HTMLElement>(`[data-key~="${mark}"]`)].find(
    (element) => element.offsetParent !== null,
  );
}
