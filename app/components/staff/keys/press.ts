import type { KeyMark } from "./register.ts";
import { activate, currentRow, keyScope, openRow } from "./rows.ts";

/** A row's order is asked of the server; what is not there after this many milliseconds does not come. */
const LONGEST_WAIT_MS = 5000;

/** Presses what is marked, in the row first. Returns whether there was anything. */
export function pressMarked(mark: KeyMark): boolean {
  // Messages stand at the edge of the page, whatever is open over it.
  const scope = mark === "undo" ? document : keyScope();
  const found = findMarked(currentRow() ?? scope, mark) ?? findMarked(scope, mark);
  if (found) activate(found);
  return found !== undefined;
}

/** Presses what is marked in the order that is open; from a row, opens the row's order and presses it there. */
export function pressInRow(mark: KeyMark): boolean {
  const row = currentRow();
  if (!row) {
    if (pressMarked(mark)) return true;
    // The order that was just opened is still on its way.
    const isOpen = document.querySelector("dialog:modal") !== null;
    if (isOpen) pressOnceThere(mark);
    return isOpen;
  }
  // What is selected comes before the row that has the focus.
  const isSelected = keyScope().querySelector("input[data-select]:checked") !== null;
  const found = isSelected ? findMarked(keyScope(), mark) : findMarked(row, mark);
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
