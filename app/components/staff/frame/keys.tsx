import { Fragment, useId, useSyncExternalStore } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { CheckboxField } from "#app/components/ui/fields.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import type { Capability } from "#server/core/roles.ts";

export type KeyAct =
  | { kind: "go"; to: string }
  /** Opens the search of everything, or this sheet. */
  | { kind: "show"; what: "find" | "keys" }
  /** Presses what the page has marked with `data-key`, in the dialog that is open or in the page. */
  | { kind: "press"; mark: KeyMark }
  /** The same of an order: in a list it opens the row's order first. */
  | { kind: "press-in-row"; mark: KeyMark }
  | { kind: "move"; by: 1 | -1; extends?: boolean }
  | { kind: "open" | "select" | "submit" | "leave" };

/** What a page marks for the keys: `data-key="dispatch"`. */
export type KeyMark =
  | "dispatch"
  | "refund"
  | "print"
  | "note"
  | "previous"
  | "next"
  | "edit"
  | "undo"
  | "filter";

export interface StaffKey {
  /** Any of these: see `chordOf`. "g o" is G and then O. */
  chords: readonly string[];
  label: string;
  act: KeyAct;
  /** Who may do it at all; what a page does not offer does nothing there. */
  needs?: Capability;
}

interface KeyGroup {
  title: string;
  keys: readonly StaffKey[];
}

const key = (chords: readonly string[], label: string, act: KeyAct, needs?: Capability): StaffKey => ({
  ...{ chords, label, act },
  ...(needs && { needs }),
});

const go = (chord: string, label: string, to: string, needs: Capability) =>
  key([chord], label, { kind: "go", to }, needs);

const press = (chord: string, label: string, mark: KeyMark, needs?: Capability) =>
  key([chord], label, { kind: "press", mark }, needs);

const pressInRow = (chord: string, label: string, mark: KeyMark, needs: Capability) =>
  key([chord], label, { kind: "press-in-row", mark }, needs);

/** Every key of the workplace: the listener and the sheet of keys both read this. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: "Anywhere",
    keys: [
      key(["Control+k", "/"], "Find", { kind: "show", what: "find" }, "dashboard.view"),
      press("Control+z", "Undo what the message at the edge tells of", "undo"),
      key(["?"], "Show this sheet", { kind: "show", what: "keys" }),
      go("g t", "Today", "/admin/today", "dashboard.view"),
      go("g o", "Orders", "/admin?tab=orders", "dashboard.view"),
      go("g k", "Packing", "/admin/packing", "orders.view"),
      go("g c", "Customers", "/shop-manager?tab=customers", "customers.view"),
      go("g p", "Products", "/admin?tab=products", "orders.create"),
      go("g e", "Enquiries", "/admin?tab=enquiries", "enquiries.view"),
      go("g m", "Money", "/admin?tab=analytics", "reports.view"),
      go("g s", "Settings", "/admin/settings", "settings.view"),
      go("c", "New order at the counter", "/shop-manager?new=order", "orders.create"),
    ],
  },
  {
    title: "In a list",
    keys: [
      key(["j", "ArrowDown"], "Next row", { kind: "move", by: 1 }),
      key(["k", "ArrowUp"], "Row before", { kind: "move", by: -1 }),
      key(["Enter"], "Open the row", { kind: "open" }),
      key(["x", "Space"], "Select the row", { kind: "select" }),
      key(["Shift+ArrowDown"], "Select on to the next row", { kind: "move", by: 1, extends: true }),
      key(["Shift+ArrowUp"], "Select on to the row before", { kind: "move", by: -1, extends: true }),
      press("e", "Edit in place: a price, or a tracking number", "edit"),
      press("f", "Search this list", "filter"),
      key(["Escape"], "Select nothing, or leave the row", { kind: "leave" }),
    ],
  },
  {
    title: "Of an order, or of the row of one",
    keys: [
      pressInRow("d", "Dispatch", "dispatch", "orders.dispatch"),
      pressInRow("r", "Refund", "refund", "orders.refund"),
      pressInRow("p", "Print the packing slip", "print", "orders.view"),
      pressInRow("n", "Write a note for staff", "note", "notes.write"),
      press("[", "Order before", "previous", "orders.view"),
      press("]", "Next order", "next", "orders.view"),
    ],
  },
  {
    title: "In a form or a dialog",
    keys: [
      key(["Control+Enter"], "Send the form", { kind: "submit" }),
      key(["Escape"], "Close the dialog", { kind: "leave" }),
    ],
  },
];

/** Those that somebody can use, by group. */
export function keyGroupsFor(may: (capability: Capability) => boolean): KeyGroup[] {
  return keyGroups.map(({ title, keys }) => ({
    title,
    keys: keys.filter(({ needs }) => needs === undefined || may(needs)),
  }));
}

/** What of a press names it. */
type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The two presses of a sequence, such as G and then O, belong together within this many milliseconds. */
export const SEQUENCE_MS = 1500;

/**
 * A press as the register of keys writes it: "j", "Shift+ArrowDown", "Control+k". Control and ⌘ are one; Shift is named
 * only where it does not make another character. Undefined for what is no command: AltGr and Alt type characters.
 */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined {
  if (altKey) return undefined;
  const isCharacter = key.length === 1;
  const shown = key === " " ? "Space" : isCharacter && /[a-z]/i.test(key) ? key.toLowerCase() : key;
  const shifted = shiftKey && (!isCharacter || key === " " || /[a-z]/i.test(key));
  return [...(ctrlKey || metaKey ? ["Control"] : []), ...(shifted ? ["Shift"] : []), shown].join("+");
}

/** Whether it is a character that a field would take: such keys can be switched off (WCAG 2.1.4). */
export function isSingleKey(chord: string): boolean {
  return chord.split(" ").some((press) => press.length === 1 || press === "Space");
}

const names: Record<string, string> = {
  Control: "Ctrl",
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
};

/** A chord as it is read: each key of it, and for a sequence "then" between them. */
export function keysOf(chord: string): string[][] {
  return chord
    .split(" ")
    .map((press) =>
      press.split("+").map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    );
}

const STORED_KEY = "staff-single-keys";

/** Whether keys without Ctrl do anything. Somebody who speaks to the machine, or whose hand shakes, may not want that. */
export function singleKeysAreOn(): boolean {
  return window.localStorage.getItem(STORED_KEY) !== "off";
}

function switchSingleKeys(on: boolean): void {
  if (on) window.localStorage.removeItem(STORED_KEY);
  else window.localStorage.setItem(STORED_KEY, "off");
  // Browsers tell it to their other tabs alone.
  window.dispatchEvent(new Event("storage"));
}

/** The same, followed; on while the page is not alive yet. */
function useSingleKeys(): boolean {
  return useSyncExternalStore(onStorage, singleKeysAreOn, () => true);
}

function onStorage(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** Every key that the reader can use, from the register that the listener reads, and the switch for single ones. */
export function KeySheet({ headingLevel: Heading }: { headingLevel: "h2" | "h3" }) {
  const id = useId();
  const may = useMayAsk();
  return (
    <div className="grid gap-6">
      <SingleKeysSwitch />
      {keyGroupsFor(may).map(({ title, keys }, index) => (
        <section key={title} aria-labelledby={`${id}-${index}`}>
          <Heading id={`${id}-${index}`} className="text-lg">
            {title}
          </Heading>
          <dl className="mt-2 divide-y divide-line border-y border-line">
            {keys.map((key) => (
              <KeyRow key={key.label} of={key} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function KeyRow({ of: { label, chords } }: { of: StaffKey }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5 text-[0.9375rem]">
      <dt>{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-1 text-sm text-ink-soft">
        {chords.map((chord, index) => (
          <Fragment key={chord}>
            {index > 0 && <span> or </span>}
            <Chord chord={chord} />
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

function Chord({ chord }: { chord: string }) {
  return keysOf(chord).map((press, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the presses of one chord never move
    <Fragment key={index}>
      {index > 0 && <span> then </span>}
      {press.map((key) => (
        <kbd key={key} className="rounded border border-line-strong bg-sunken px-1.5 font-text text-ink">
          {key}
        </kbd>
      ))}
    </Fragment>
  ));
}

function SingleKeysSwitch() {
  const hydrated = useHydrated();
  const on = useSingleKeys();
  if (!hydrated) return <p>The keys need JavaScript.</p>;
  return (
    <CheckboxField
      label="Keys without Ctrl do something"
      hint="They never do while a field has the focus. Remembered on this device."
      checked={on}
      onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
    />
  );
}

export function KeySheetDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      {open && <KeySheet headingLevel="h3" />}
    </Dialog>
  );
}
