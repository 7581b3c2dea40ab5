import { readFileSync } from "node:fs";
import { ShopError } from "#server/core/errors.ts";
import { numberOf, rangeOf } from "#server/settings/claims.ts";
import { resources } from "./content-views.ts";
import {
  type Doc,
  documentColours,
  drawTable,
  heightOfText,
  MARGIN,
  makeRoom,
  type Struct,
  type TextLook,
  tag,
  WIDTH,
  writeDocument,
  writeText,
} from "./document.server.ts";
import { type Block, fenceOf, type Prose, readProse, rowsOf, textsOf } from "./prose.server.ts";

type Pdf = Promise<Uint8Array<ArrayBuffer>>;

const made = new Map<string, { storeName: string; file: Pdf }>();

/** Draws a paper on its first use, and keeps it until the store is renamed. */
function resourcePdf(name: string, storeName: string): Pdf {
  const known = made.get(name);
  if (known?.storeName === storeName) return known.file;
  const file = drawResource(readResource(name), storeName);
  made.set(name, { storeName, file });
  return file;
}

/** The research report as a PDF file. */
export function researchReportFile(storeName: string): Pdf {
  return resourcePdf("research-report", storeName);
}

/** One of the five papers as a PDF file, by its file name. @throws ShopError `not_found` */
export function resourceFile(filename: string, storeName: string): Pdf {
  const resource = resources.find((known) => known.filename === filename);
  if (!resource) throw new ShopError("not_found", "There is no such file.");
  return resourcePdf(resource.id, storeName);
}

/**
 * The text of a paper in `papers/`. Each is a dated edition (docs/rules.md#content-17): its figures are part of its
 * words. The five end with the same sections.
 */
export function readResource(name: string): Prose {
  const textOf = (file: string) =>
    readFileSync(new URL(`papers/${file}.md`, import.meta.url), { encoding: "utf8" });
  return readProse(textOf(name) + (name === "research-report" ? "" : textOf("every-paper")));
}

/** How far the coloured head of the first page reaches. */
const HEAD = 190;
const body: TextLook = { size: 10.5, lineGap: 3 };
const INDENT = 16;

/** Typesets a paper: its head, then section by section. */
export function drawResource({ about, sections }: Prose, storeName: string): Pdf {
  const { title = "", edition = "", date = "" } = about;
  const subject = (about.subtitle ?? "").replace("{storeName}", storeName);
  const document = { title, subject, author: storeName, date: new Date(date), band: HEAD };
  return writeDocument(document, (doc, root) => {
    const place = { x: MARGIN, y: 72, width: WIDTH };
    const end = tag(doc, root, "H1", title, place, { font: "heading", size: 31, colour: "white" });
    tag(
      doc,
      root,
      "P",
      `${subject}. ${edition}.`,
      { ...place, y: end + 10 },
      { size: 11.5, colour: "white" },
    );
    let y = HEAD + 14;
    for (const { heading, blocks } of sections) {
      const part = doc.struct("Sect", { title: heading });
      root.add(part);
      // A heading never stands alone at the bottom of a page.
      y = makeRoom(doc, y, 140);
      doc.outline.addItem(heading);
      const look = { font: "heading", size: 18, colour: "moss" } as const;
      y = tag(doc, part, "H2", heading, { x: MARGIN, y: y + 12, width: WIDTH }, look) + 6;
      let caption = "";
      for (const block of blocks) {
        const [, bold] = /^\*\*(.+)\*\*$/.exec(block.tokens[1]?.content ?? "") ?? [];
        if (bold !== undefined) caption = bold;
        else y = drawBlock(doc, part, block, { y, caption });
      }
      part.end();
    }
  });
}

interface BlockPlace {
  y: number;
  /** The bold line above a table or a figure. */
  caption: string;
}

/** Typesets a block and returns where the next one begins. */
function drawBlock(doc: Doc, part: Struct, block: Block, { y, caption }: BlockPlace): number {
  if (block.kind === "fence") return drawFigure(doc, part, block, { y, caption });
  if (block.kind === "bullet_list") return drawList(doc, part, textsOf(block), y);
  if (block.kind === "table") {
    const [titles = [], ...rows] = rowsOf(block);
    const columns = titles.map((title) => ({ title, width: WIDTH / titles.length, align: "left" as const }));
    const top = makeRoom(doc, y + 4, 40 + rows.length * 22);
    return (
      drawTable(doc, part, { title: caption, caption, columns, rows, size: 9.5, x: MARGIN, y: top }) + 14
    );
  }
  const [text = ""] = textsOf(block);
  return tag(doc, part, "P", text, { x: MARGIN, y, width: WIDTH }, body) + 7;
}

function drawList(doc: Doc, part: Struct, items: readonly string[], y: number): number {
  const list = doc.struct("L");
  part.add(list);
  const width = WIDTH - INDENT;
  let top = y;
  for (const item of items) {
    top = makeRoom(doc, top, heightOfText(doc, item, width, body));
    const entry = doc.struct("LI");
    list.add(entry);
    tag(doc, entry, "Lbl", "•", { x: MARGIN, y: top, width: INDENT }, body);
    top = tag(doc, entry, "LBody", item, { x: MARGIN + INDENT, y: top, width }, body) + 3;
    entry.end();
  }
  list.end();
  return top + 5;
}

const ROW = 26;
const BAR = 14;
const LABEL = 136;
/** The space to the right of the longest bar, for its value. */
const VALUE = 100;
const ROOM = WIDTH - LABEL - VALUE;

/**
 * Draws quantities or spans side by side, each written out, one on each line of the block: "Our kiln | 450 to 550 °C".
 * What stands below an empty line describes the figure to people who cannot see it.
 */
function drawFigure(doc: Doc, part: Struct, block: Block, { y, caption }: BlockPlace): number {
  const { name, words, lines, description } = fenceOf(block);
  const rows = lines.map((line) => {
    const [label = "", shown = ""] = line.split(" | ");
    return { label, shown };
  });
  const height = rows.length * ROW + (name === "ranges" ? 20 : 0);
  const captionPlace = { x: MARGIN, y: makeRoom(doc, y + 4, height + 40), width: WIDTH };
  const top = tag(doc, part, "Caption", caption, captionPlace, { font: "strong", size: 10 }) + 4;
  const left = MARGIN + LABEL;
  const write = (text: string, x: number, textTop: number, look: TextLook & { width?: number } = {}) =>
    writeText(doc, text, { x, y: textTop + 5, width: look.width ?? VALUE }, { size: 9.5, ...look });
  const bar = (from: number, to: number, rowTop: number, colour: string) =>
    doc.rect(left + from * ROOM, rowTop + 4, (to - from) * ROOM, BAR).fill(colour);
  const longest = Math.max(...rows.map(({ shown }) => numberOf({ figure: shown })));
  const [first = 0, last = longest] = words.slice(0, 2).map(Number);
  const along = (value: number) => (value - first) / (last - first);
  part.add(
    doc.struct("Figure", { alt: description }, () => {
      rows.forEach(({ label, shown }, row) => {
        const rowTop = top + row * ROW;
        write(label, MARGIN, rowTop, { width: LABEL - 8 });
        if (name === "ranges") {
          const { from, to } = rangeOf({ figure: shown });
          bar(0, 1, rowTop, documentColours.mossSoft);
          bar(along(from), along(to), rowTop, documentColours.moss);
          write(shown, left + ROOM + 6, rowTop);
        } else {
          const length = along(numberOf({ figure: shown }));
          bar(0, length, rowTop, documentColours.moss);
          write(shown, left + length * ROOM + 6, rowTop);
        }
      });
      if (name === "ranges") {
        const foot = top + rows.length * ROW - 3;
        write(`${first} ${words[2]}`, left, foot);
        write(`${last} ${words[2]}`, left + ROOM - VALUE, foot, { align: "right" });
      }
    }),
  );
  return top + height + 16;
}
