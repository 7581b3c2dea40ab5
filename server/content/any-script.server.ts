import path from "node:path";

// A name on a paper is in whatever letters its owner has. The typeface of the shop draws Latin, Greek and Cyrillic; what
// it lacks is drawn by a typeface of that script, which is read only then, and what none has is written as its code.

type Doc = PDFKit.PDFDocument;

/** Scripts whose letters have a file of their own. */
const ownFiles =
  "Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao " +
  "Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai";

/** The letters that each file of a second typeface may have; several may be asked. */
const scripts: [RegExp, ...string[]][] = [
  [/\p{scx=Latin}|\p{scx=Common}|\p{scx=Inherited}/u, "latin-ext", "vietnamese"],
  [/\p{scx=Greek}/u, "greek-ext"],
  [/\p{scx=Cyrillic}/u, "cyrillic-ext"],
  [/\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Bopomofo}/u, "han", "hangul"],
  [/\p{scx=Hangul}/u, "hangul", "han"],
  ...ownFiles
    .split(" ")
    .map((script): [RegExp, string] => [new RegExp(`\\p{scx=${script}}`, "u"), script.toLowerCase()]),
  [/\p{Extended_Pictographic}|\p{Emoji_Component}|\p{S}/u, "emoji"],
  [/[\u3000-\u303f\uff00-\uffef]/u, "han"],
];

const RIGHT_TO_LEFT =
  /[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Thaana}\p{scx=Syriac}\p{scx=Nko}\p{scx=Adlam}\p{scx=Hanifi_Rohingya}]/u;
/** May stand at the end of a line without a space behind. */
const BREAKABLE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const IGNORABLE = /[\p{DI}\p{Cf}]/u;
const mirrored: Record<string, string> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "«": "»",
  "»": "«",
  "<": ">",
  ">": "<",
};

type Direction = "right" | "left" | "digits" | "none";

/** Letters that are drawn in one go. */
interface Run {
  text: string;
  face: string;
  direction: Direction;
  mayBreak: boolean;
}

export interface Setting {
  /** The file of the shop's typeface. */
  face: string;
  size: number;
  width: number;
  lineGap: number;
}

const fileOf = (name: string) => path.resolve("server/content/paper-fonts/noto", `${name}.ttf`);

/** What pdfkit's types leave out of a typeface. */
interface OpenFace {
  ascender: number;
  font: { hasGlyphForCodePoint(code: number): boolean };
}

function opened(doc: Doc, face: string): OpenFace {
  doc.font(face);
  return (doc as unknown as { _font: OpenFace })._font;
}

function isIn(doc: Doc, face: string, letters: string): boolean {
  const { font } = opened(doc, face);
  return [...letters].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
}

/** Whether the shop's own typeface draws the text by itself, from left to right. */
export function isPlainText(doc: Doc, text: string, face: string): boolean {
  return !RIGHT_TO_LEFT.test(text) && isIn(doc, face, text);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The letters one by one, each with the typeface that has it. */
function runsOf(doc: Doc, text: string, face: string): Run[] {
  const runs = [...graphemes.segment(text)].flatMap(({ segment }) => drawable(doc, segment, face));
  return runs.map((run, at) => ({
    ...run,
    direction: run.direction ?? directionOf(run.text, runs[at - 1]?.text, runs[at + 1]?.text),
  }));
}

type Drawable = Omit<Run, "direction"> & { direction?: Direction };

function drawable(doc: Doc, letters: string, face: string): Drawable[] {
  const mayBreak = BREAKABLE.test(letters);
  // ₂ and 𝕄 are 2 and M where no typeface has them.
  const forms = [letters, letters.replaceAll(new RegExp(IGNORABLE, "gu"), ""), letters.normalize("NFKC")];
  for (const text of new Set(forms)) {
    if (text === "") return [];
    const candidates = [
      face,
      ...scripts.flatMap(([letter, ...names]) => (letter.test(text) ? names.map(fileOf) : [])),
    ];
    const found = candidates.find(
      (candidate) => isIn(doc, candidate, text) && shapeOf(doc, { face: candidate, text }),
    );
    if (found !== undefined) return [{ text, face: found, mayBreak }];
  }
  if ([...letters].length > 1) return [...letters].flatMap((letter) => drawable(doc, letter, face));
  const code = (letters.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return [{ text: `[U+${code}]`, face, mayBreak: true, direction: "left" }];
}

/** A point between two digits belongs to their number. */
function directionOf(text: string, before = "", after = ""): Direction {
  if (RIGHT_TO_LEFT.test(text)) return /\p{Nd}/u.test(text) ? "digits" : "right";
  if (/\p{Nd}/u.test(text)) return "digits";
  if (/^[.,:/-]$/.test(text) && /\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(after)) return "digits";
  return /\p{L}|\p{M}/u.test(text) ? "left" : "none";
}

/** Neighbours of one typeface and direction as one, so that letters join. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    const isOne =
      last && last.face === run.face && last.direction === run.direction && run.direction !== "none";
    if (isOne) last.text += run.text;
    else all.push({ ...run });
  }
  return all;
}

/**
 * The order in which they stand on the paper, by the two levels of Unicode's algorithm that names need: what stands
 * between two of one direction has it too, and the first letter says where the line begins.
 */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const strong = (run: Run | undefined) =>
    run?.direction === "right" || run?.direction === "left" ? run.direction : undefined;
  const base = runs.map(strong).find((direction) => direction !== undefined) ?? "left";
  const before = runs.map((_, at) => strong(runs.slice(0, at).findLast(strong)) ?? base);
  const sides = runs.map((run, at) => {
    if (run.direction === "digits") return before[at] ?? base;
    const after = strong(runs.slice(at).find(strong)) ?? base;
    return strong(run) ?? (before[at] === after ? after : base);
  });
  const groups: { side: "right" | "left"; runs: Run[] }[] = [];
  runs.forEach((run, at) => {
    const side = sides[at] ?? base;
    const turned =
      side === "right" && run.direction === "none" ? { ...run, text: mirrored[run.text] ?? run.text } : run;
    const last = groups.at(-1);
    if (last?.side === side) last.runs.push(turned);
    else groups.push({ side, runs: [turned] });
  });
  const inGroups = groups.map(({ side, runs: members }) =>
    side === "right" ? members.toReversed() : members,
  );
  return (base === "right" ? inGroups.toReversed() : inGroups).flat();
}

/** Without marks that hang on letters: fontkit stops at those whose letter has no place for them. */
const unhung = Object.fromEntries(
  ["mark", "mkmk", "abvm", "blwm", "curs", "dist"].map((feature) => [feature, false]),
) as unknown as PDFKit.Mixins.OpenTypeFeatures[];

type Shape = Pick<PDFKit.Mixins.TextOptions, "features">;

/** How the typeface sets these letters; null where it cannot. */
function shapeOf(doc: Doc, { face, text }: Pick<Run, "face" | "text">): Shape | null {
  for (const shape of [{}, { features: unhung }]) {
    try {
      doc.font(face).widthOfString(text, shape);
      return shape;
    } catch {
      // The next one asks less.
    }
  }
  return null;
}

function widthOf(doc: Doc, runs: readonly Run[], size: number): number {
  return runs.reduce(
    (sum, run) =>
      sum +
      doc
        .font(run.face)
        .fontSize(size)
        .widthOfString(run.text, shapeOf(doc, run) ?? {}),
    0,
  );
}

/** Puts the text into lines; a word that is wider than one is broken anywhere. */
function linesOf(doc: Doc, text: string, { face, size, width }: Setting) {
  const words: Run[][] = [[]];
  for (const run of runsOf(doc, text, face)) {
    const last = words.at(-1) ?? [];
    const isNew = last.length > 0 && (last.at(-1)?.text === " " || run.mayBreak || last.at(-1)?.mayBreak);
    if (isNew && run.text !== " ") words.push([run]);
    else last.push(run);
  }
  const fits = (runs: readonly Run[]) => widthOf(doc, joined(withoutLastSpace(runs)), size) <= width;
  const lines: Run[][] = [[]];
  for (const word of words) {
    const line = lines.at(-1) ?? [];
    if (fits([...line, ...word])) line.push(...word);
    else if (fits(word)) lines.push([...word]);
    else {
      for (const run of word) {
        const last = lines.at(-1) ?? [];
        if (last.length === 0 || fits([...last, run])) last.push(run);
        else lines.push([run]);
      }
    }
  }
  return lines.map((line) => {
    const runs = inVisualOrder(joined(withoutLastSpace(line)));
    const faces = [face, ...runs.map((run) => run.face)];
    const heights = faces.map((one) => doc.font(one).fontSize(size).currentLineHeight(true));
    const ascents = faces.map((one) => (opened(doc, one).ascender / 1000) * size);
    return {
      /** From left to right as they stand on the paper. */
      runs,
      width: widthOf(doc, runs, size),
      height: Math.max(...heights),
      /** Above the line on which letters stand. */
      ascent: Math.max(...ascents),
    };
  });
}

function withoutLastSpace(runs: readonly Run[]): readonly Run[] {
  return runs.at(-1)?.text === " " ? runs.slice(0, -1) : runs;
}

/** Draws a text in any script, in the colour that is chosen, and returns where the next line would begin. */
export function drawAnyScript(
  doc: Doc,
  text: string,
  { x, y, align }: { x: number; y: number; align: "left" | "right" },
  setting: Setting,
): number {
  let top = y;
  for (const line of linesOf(doc, text, setting)) {
    if (top + line.height > doc.page.height - doc.page.margins.bottom) {
      doc.addPage();
      top = doc.page.margins.top;
    }
    let left = align === "right" ? x + setting.width - line.width : x;
    for (const run of line.runs) {
      const shape = shapeOf(doc, run) ?? {};
      // Vowels may stand before the letter they follow: who copies the text gets it as it is written.
      const isReordered = /\p{M}/u.test(run.text) && run.direction === "left";
      if (isReordered) doc.markContent("Span", { actual: run.text });
      doc.font(run.face).fontSize(setting.size);
      doc.text(run.text, left, top + line.ascent, { lineBreak: false, baseline: "alphabetic", ...shape });
      if (isReordered) doc.endMarkedContent();
      left += doc.widthOfString(run.text, shape);
    }
    top += line.height + setting.lineGap;
  }
  doc.x = x;
  doc.y = top;
  return top;
}

/** How high such a text is. */
export function heightOfAnyScript(doc: Doc, text: string, setting: Setting): number {
  return linesOf(doc, text, setting).reduce((sum, { height }) => sum + height + setting.lineGap, 0);
}
