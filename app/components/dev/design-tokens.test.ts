import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coloursIn, contrastOf, pairs, tokensIn } from "./design-tokens.ts";

const css = readFileSync(new URL("../../styles/tokens.css", import.meta.url), "utf8");

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

  it("sizes of type are found with their line heights", () => {
    expect(tokensIn(css, "text").map(([name]) => name)).toContain("text-hero");
  });
});

it("every component of app/components/ui has its specimens", () => {
  const page = readFileSync(new URL("specimens.tsx", import.meta.url), "utf8");
  const components = readdirSync(new URL("../ui", import.meta.url)).filter(
    (file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"),
  );
  // Frames around other components, checked with each of those.
  const parts = ["field-frame.tsx"];
  for (const file of components.filter((each) => !parts.includes(each)))
    expect(page, file).toContain(`#app/components/ui/${file}`);
});
