import { useSyncExternalStore } from "react";

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
const CHANGED = "staff-single-keys-changed";

/** Whether keys without Ctrl do anything. Somebody who speaks to the machine, or whose hand shakes, may not want that. */
export function singleKeysAreOn(): boolean {
  try {
    return window.localStorage.getItem(STORED_KEY) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(STORED_KEY);
    else window.localStorage.setItem(STORED_KEY, "off");
  } catch {
    // A browser that stores nothing keeps them on.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** The same, followed; on while the page is not alive yet. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysAreOn, () => true);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}
