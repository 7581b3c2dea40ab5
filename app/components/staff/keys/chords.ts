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
