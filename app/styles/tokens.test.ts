import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** A colour of the design by its name, as `#rrggbb`. */
type Colours = Record<string, string>;

/** The colours of tokens.css: the light scheme, and the dark one with its overrides. */
function coloursIn(tokensCss: string): { light: Colours; dark: Colours } {
  const [lightCss = "", darkCss = ""] = tokensCss.split("@media (prefers-color-scheme: dark)");
  const light = declaredIn(lightCss);
  return { light, dark: { ...light, ...declaredIn(darkCss) } };
}

function declaredIn(css: string): Colours {
  const declared = css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})\b/g);
  return Object.fromEntries([...declared].map(([, name, value]) => [name, value]));
}

/** The contrast between two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Foreground and background pairs with the contrast they need: 4.5 for text, 3 for the edges of fields (WCAG 1.4.3,
 * 1.4.11).
 */
const pairs: readonly { of: string; on: string; least: number }[] = [
  ...["ink", "ink-soft", "moss", "clay"].flatMap((of) =>
    ["paper", "surface", "sunken"].map((on) => ({ of, on, least: 4.5 })),
  ),
  { of: "on-moss", on: "moss", least: 4.5 },
  { of: "on-moss", on: "moss-strong", least: 4.5 },
  { of: "on-clay", on: "clay", least: 4.5 },
  { of: "on-clay", on: "clay-strong", least: 4.5 },
  { of: "moss-strong", on: "moss-soft", least: 4.5 },
  { of: "clay-strong", on: "clay-soft", least: 4.5 },
  { of: "lake-strong", on: "lake-soft", least: 4.5 },
  { of: "ink", on: "moss-soft", least: 4.5 },
  { of: "ink", on: "clay-soft", least: 4.5 },
  { of: "paper", on: "ink", least: 4.5 },
  { of: "on-bar", on: "bar", least: 4.5 },
  { of: "line-strong", on: "paper", least: 3 },
  { of: "line-strong", on: "surface", least: 3 },
  { of: "line-strong", on: "sunken", least: 3 },
];

describe("the tokens of the design", () => {
  it("contrast is counted as WCAG counts it", () => {
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it.each(["light", "dark"] as const)("%s: every pair of colours can be read", (scheme) => {
    const colours = coloursIn(css)[scheme];
    for (const { of, on, least } of pairs) {
      const [text = "", ground = ""] = [colours[of], colours[on]];
      expect(contrastOf(text, ground), `${of} on ${on}`).toBeGreaterThanOrEqual(least);
    }
  });
});
