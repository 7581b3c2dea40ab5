import { useNavigate } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { useMayAsk } from "#app/lib/use-may.ts";
import {
  chordOf,
  isSingleKey,
  type KeyAct,
  type KeyMark,
  KeySheetDialog,
  keyGroupsFor,
  SEQUENCE_MS,
  type StaffKey,
  singleKeysAreOn,
} from "./keys.tsx";

/** Loaded when somebody presses its key for the first time. */
const Palette = lazyPart(() => import("#app/components/staff/frame/find.tsx"));

type Shown = "find" | "keys";

interface WorkplaceKeysProps {
  /** What opens the search of everything by a press of its own. */
  children: (find: () => void) => ReactNode;
}

/** Listens to the keys of the workplace, and shows what they open over the page. Part of the frame of every such page. */
export function WorkplaceKeys({ children }: WorkplaceKeysProps) {
  const [open, setOpen] = useState<Shown | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<Shown>>(new Set());
  const navigate = useNavigate();
  const may = useMayAsk();
  // What a press does is looked up when it comes: the listener is set once.
  const listen = useRef<(event: KeyboardEvent) => void>();
  const begun = useRef<{ chord: string; at: number }>();

  const show = (what: Shown) => {
    setOpen(what);
    setOpened((before) => new Set([...before, what]));
  };
  listen.current = (event) => {
    if (event.defaultPrevented) return;
    const keys = keyGroupsFor(may).flatMap((group) => group.keys);
    const chord = chordOf(event);
    if (!chord || !counts(chord, event)) return;
    const first =
      begun.current && event.timeStamp - begun.current.at < SEQUENCE_MS ? begun.current : undefined;
    begun.current = undefined;
    const sequence = first && `${first.chord} ${chord}`;
    const key = (sequence && keyWith(keys, sequence)) || keyWith(keys, chord);
    if (!key) {
      if (keys.some(({ chords }) => chords.some((each) => each.startsWith(`${chord} `)))) {
        begun.current = { chord, at: event.timeStamp };
      }
      return;
    }
    if (doesAct(key.act, event, { show, go: navigate })) event.preventDefault();
  };

  useEffect(() => {
    const press = (event: KeyboardEvent) => listen.current?.(event);
    document.addEventListener("keydown", press);
    document.addEventListener("click", openClickedRow);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("click", openClickedRow);
    };
  }, []);

  const close = () => setOpen(null);
  return (
    <>
      {children(() => show("find"))}
      {/* Not before: an empty boundary of the server's would still be hydrating when the line around it changes. */}
      {opened.size > 0 && (
        <Suspense fallback={null}>
          {opened.has("find") && <Palette open={open === "find"} onClose={close} />}
          {opened.has("keys") && <KeySheetDialog open={open === "keys"} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}

function keyWith(keys: readonly StaffKey[], chord: string): StaffKey | undefined {
  return keys.find(({ chords }) => chords.includes(chord));
}

/** Whether a press is a command at all where the focus is. */
function counts(chord: string, { target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  const isTyping = target.closest(
    "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]",
  );
  // A menu finds its own items by their letters.
  const isMenu = target.closest("[role=menu], [role=listbox]");
  if ((isTyping || isMenu) && (!chord.startsWith("Control+") || chord === "Control+z")) return false;
  return !isSingleKey(chord) || chord.startsWith("Control+") || singleKeysAreOn();
}

interface Routes {
  show: (what: Shown) => void;
  go: (address: string) => void;
}

/** Does it. Returns whether there was anything to do: if not, the press is the browser's. */
function doesAct(act: KeyAct, { target, key }: KeyboardEvent, { show, go }: Routes): boolean {
  const row = currentRow();
  const isOnRow = row !== undefined && target === row;
  const isDialogOpen = document.querySelector("dialog:modal") !== null;
  switch (act.kind) {
    case "go":
      // What is open over the page may hold something typed.
      if (isDialogOpen) return false;
      go(act.to);
      return true;
    case "show":
      if (isDialogOpen) return false;
      show(act.what);
      return true;
    case "press":
      return pressMarked(act.mark);
    case "press-in-row":
      return pressInRow(act.mark);
    case "move":
      // The arrows scroll the page until somebody is in a list.
      if (key.startsWith("Arrow") && !isOnRow) return false;
      return act.extends ? extendSelection(act.by) : moveRow(act.by);
    case "open":
      return isOnRow && openRow(row);
    case "select":
      // Space on a button or a link in the row is theirs.
      return row !== undefined && (isOnRow || key !== " ") && toggleRow(row);
    case "submit":
      return submitFormOf(target);
    case "leave":
      return !isDialogOpen && leaveRows();
  }
}

/** As Enter in a field does: with the form's first button, which may say what is to be done. */
function submitFormOf(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest("form") : null;
  if (!form) return false;
  const button = form.querySelector<HTMLButtonElement>("button:not([type=button], [type=reset])");
  if (!button?.disabled) form.requestSubmit(button);
  return true;
}

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
function currentRow(): HTMLElement | undefined {
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
function moveRow(by: 1 | -1): boolean {
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

function toggleRow(row: HTMLElement): boolean {
  const box = row.querySelector<HTMLInputElement>("input[data-select]");
  box?.click();
  return box !== null;
}

/** Selects the row that has the focus and the one beside it, which has it from then on. */
function extendSelection(by: 1 | -1): boolean {
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
function openRow(row: HTMLElement): boolean {
  const opener = row.querySelector<HTMLElement>("[data-open]") ?? row.querySelector<HTMLElement>("a[href]");
  if (opener) activate(opener);
  return opener !== null;
}

/** Opens the row that was clicked, where the click was meant for nothing in it and chose no text. */
function openClickedRow({ target, defaultPrevented }: MouseEvent): void {
  if (defaultPrevented || !(target instanceof Element)) return;
  if (target.closest("a, button, input, label, select, textarea, summary, form, dialog")) return;
  const row = target.closest<HTMLElement>(`${ROW}:has([data-open]:not(details))`);
  if (row && window.getSelection()?.isCollapsed !== false) openRow(row);
}

/** Empties the selection; where there is none, leaves the list. Returns whether there was anything to leave. */
function leaveRows(): boolean {
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
function pressMarked(mark: KeyMark): boolean {
  // Messages stand at the edge of the page, whatever is open over it.
  const scope = mark === "undo" ? document : keyScope();
  const found = findMarked(currentRow() ?? scope, mark) ?? findMarked(scope, mark);
  if (found) activate(found);
  return found !== undefined;
}

/** Presses what is marked in the order that is open; from a row, opens the row's order and presses it there. */
function pressInRow(mark: KeyMark): boolean {
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
