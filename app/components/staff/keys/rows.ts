import type { KeyMark } from "./register.ts";

/**
 * The rows of a list, as keys move among them. A page marks each with `data-row`, what opens it with `data-open`, and its
 * checkbox with `data-select`; a row takes the focus only once keys have come to it.
 */
const ROW = "[data-row]";

/** What keys act on: the dialog that is open over everything, else the page. */
function keyScope(): ParentNode {
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
}

/** The row that has the focus, or has something in it that has. */
export function currentRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? undefined;
}

/** The row where keys were last, where the focus has left the list. */
function lastRow(rows: readonly HTMLElement[]): HTMLElement | undefined {
  return currentRow() ?? rows.find((row) => row.tabIndex === 0);
}

function rowsIn(scope: ParentNode): HTMLElement[] {
  return [...scope.querySelectorAll<HTMLElement>(ROW)].filter((row) => row.offsetParent !== null);
}

/** Goes to the next row or the one before, from the first one on. Returns whether there was one. */
export function moveRow(by: 1 | -1): boolean {
  const rows = rowsIn(keyScope());
  const from = lastRow(rows);
  const at = from ? rows.indexOf(from) : -1;
  const next = from && at >= 0 ? rows[at + by] : rows[0];
  if (!next) return false;
  for (const row of rows) if (row !== next) row.removeAttribute("tabindex");
  next.tabIndex = 0;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

export function toggleRow(row: HTMLElement): boolean {
  const box = row.querySelector<HTMLInputElement>("input[data-select]");
  box?.click();
  return box !== null;
}

/** Selects the row that has the focus and the one beside it, which has it from then on. */
export function extendSelection(by: 1 | -1): boolean {
  const from = currentRow();
  if (from) selectRow(from);
  if (!moveRow(by)) return false;
  const to = currentRow();
  if (to) selectRow(to);
  return true;
}

function selectRow(row: HTMLElement): void {
  if (!row.querySelector<HTMLInputElement>("input[data-select]")?.checked) toggleRow(row);
}

/** Opens the row as what is marked in it does, or else its first link. */
export function openRow(row: HTMLElement): boolean {
  const opener = row.querySelector<HTMLElement>("[data-open]") ?? row.querySelector<HTMLElement>("a[href]");
  if (opener) activate(opener);
  return opener !== null;
}

/** Opens the row that was clicked, where the click was meant for nothing in it and chose no text. */
export function openClickedRow({ target, defaultPrevented }: MouseEvent): void {
  if (defaultPrevented || !(target instanceof Element)) return;
  if (target.closest("a, button, input, label, select, textarea, summary, form, dialog")) return;
  const row = target.closest<HTMLElement>(`${ROW}:has([data-open]:not(details))`);
  if (row && window.getSelection()?.isCollapsed !== false) openRow(row);
}

/** Empties the selection; where there is none, leaves the list. Returns whether there was anything to leave. */
export function leaveRows(): boolean {
  const boxes = [...keyScope().querySelectorAll<HTMLInputElement>("input[data-select]:checked")];
  for (const box of boxes) box.click();
  const row = currentRow();
  if (boxes.length === 0 && row && document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
  return boxes.length > 0 || row !== undefined;
}

/** Fields that somebody types into; a box to tick stands for them where there is no other. */
const typed = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select";

/** What a key does to an element: a disclosure opens, a field is typed over, anything else is pressed. */
function activate(element: HTMLElement): void {
  if (element instanceof HTMLDetailsElement) {
    element.open = true;
    const field = element.querySelector<HTMLElement>(typed) ?? element.querySelector<HTMLElement>("summary");
    take(field);
    element.scrollIntoView({ block: "nearest" });
    return;
  }
  if (element.matches(typed)) {
    take(element);
    element.scrollIntoView({ block: "center" });
    return;
  }
  element.click();
}

function take(field: HTMLElement | null): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

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
