import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/*
 * The two faces as the shop uses them: half the bytes of their packages' files, which every first visit loads before
 * its first picture (docs/decisions/026).
 */

interface FontFace {
  source: string;
  target: string;
  /** What is kept of the axes in which the face can vary. */
  axes: Record<string, number | { min: number; max: number }>;
}

const require = createRequire(import.meta.url);

export const fontFaces: readonly FontFace[] = [
  {
    source: require.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
    target: "app/fonts/inter.woff2",
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    source: require.resolve("@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2"),
    target: "app/fonts/fraunces.woff2",
    // Its one weight is that of headings (app/styles/app.css); its shape follows the size, up to the largest.
    axes: { wght: 480, opsz: { min: 18, max: 72 } },
  },
];

/** The characters of the packages' latin files. */
const LATIN =
  "0020-007E,00A0-00FF,0131,0152-0153,02BB-02BC,02C6,02DA,02DC,0304,0308,0329,2000-206F,20AC,2122,2191,2193,2212,2215,FEFF,FFFD";
/** Kerning and accents, ligatures, figures of one width; not the alternative letters, which no page asks for. */
const FEATURES = [
  "kern",
  "mark",
  "mkmk",
  "ccmp",
  "locl",
  "liga",
  "calt",
  "rlig",
  "rclt",
  "rvrn",
  "tnum",
  "lnum",
];

/** The bytes of a face's file. */
export async function subsetOf({ source, axes }: FontFace): Promise<Buffer> {
  return subsetFont(await readFile(source), charactersIn(LATIN), {
    targetFormat: "woff2",
    variationAxes: axes,
    keepFeatures: FEATURES,
  });
}

function charactersIn(ranges: string): string {
  return ranges
    .split(",")
    .flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join("");
}
