import { useNavigate } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { useMayAsk } from "#app/lib/use-may.ts";
import { chordOf, isSingleKey, SEQUENCE_MS, singleKeysAreOn } from "./chords.ts";
import { type KeyAct, keyGroupsFor, type StaffKey } from "./register.ts";
import {
  currentRow,
  extendSelection,
  leaveRows,
  moveRow,
  openClickedRow,
  openRow,
  pressInRow,
  pressMarked,
  toggleRow,
} from "./rows.ts";

/** Loaded when somebody presses its key for the first time. */
const Palette = lazyPart(() => import("#app/components/staff/find/palette.tsx"));
const KeySheetDialog = lazyPart(() => import("./key-sheet.tsx"));

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

interface Ways {
  show: (what: Shown) => void;
  go: (address: string) => void;
}

/** Does it. Returns whether there was anything to do: if not, the press is the browser's. */
function doesAct(act: KeyAct, { target, key }: KeyboardEvent, { show, go }: Ways): boolean {
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
