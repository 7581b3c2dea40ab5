import { describe, expect, it } from "vitest";
import { chordOf, isSingleKey, keyGroups, keysOf } from "./keys.tsx";

function press(
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe("a press", () => {
  it.each([
    ["a letter", press("j"), "j"],
    ["a letter with the shift lock on", press("J"), "j"],
    ["a letter with Shift, which is another key", press("J", { shiftKey: true }), "Shift+j"],
    ["a character that Shift makes", press("?", { shiftKey: true }), "?"],
    ["Space", press(" "), "Space"],
    ["an arrow with Shift", press("ArrowDown", { shiftKey: true }), "Shift+ArrowDown"],
    ["⌘ as Ctrl", press("k", { metaKey: true }), "Control+k"],
    ["AltGr, which types characters", press("[", { altKey: true, ctrlKey: true }), undefined],
  ])("is read: %s", (_name, event, chord) => {
    expect(chordOf(event)).toBe(chord);
  });

  it("is single where a field would take it", () => {
    expect(["j", "Space", "g o", "?"].map(isSingleKey)).toEqual([true, true, true, true]);
    expect(["Control+k", "ArrowDown", "Escape", "Enter"].map(isSingleKey)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("is shown as the keys are labelled", () => {
    expect(keysOf("g o")).toEqual([["G"], ["O"]]);
    expect(keysOf("Control+Enter")).toEqual([["Ctrl", "Enter"]]);
  });
});

describe("the register of keys", () => {
  const keys = keyGroups.flatMap((group) => group.keys);
  const chords = keys.flatMap((key) => key.chords);

  it("gives one thing to each key", () => {
    const acts = new Map<string, string>();
    for (const { chords: own, act } of keys) {
      for (const chord of own) {
        expect(acts.get(chord) ?? JSON.stringify(act), chord).toBe(JSON.stringify(act));
        acts.set(chord, JSON.stringify(act));
      }
    }
  });

  it("begins no sequence with a key that does something by itself", () => {
    const begins = chords.filter((chord) => chord.includes(" ")).map((chord) => chord.split(" ")[0]);
    expect(chords.filter((chord) => begins.includes(chord))).toEqual([]);
  });

  it("writes every key as a press is read", () => {
    for (const chord of chords) {
      for (const one of chord.split(" ")) {
        const [key = "", ...held] = one.split("+").reverse();
        const event = press(key === "Space" ? " " : key, {
          ctrlKey: held.includes("Control"),
          shiftKey: held.includes("Shift"),
        });
        expect(chordOf(event), chord).toBe(one);
      }
    }
  });
});
