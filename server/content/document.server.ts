import path from "node:path";
import { buffer } from "node:stream/consumers";
import { drawAnyScript, heightOfAnyScript, isPlainText, type Setting } from "./any-script.server.ts";

/** In points; A4 is 595.28 wide. */
export const MARGIN = 48;
export const WIDTH = 499;

/** The shop's ink and moss colours. */
export const documentColours = {
  ink: "#22261f",
  soft: "#5a6054",
  moss: "#3c5a2e",
  mossSoft: "#dfe6d6",
  line: "#dcd8cd",
  white: "#ffffff",
} as const;

/** The shop's typefaces. Paths are relative to the project's folder, where the shop runs (server/start.ts). */
const typefaces = {
  heading: typeface("fraunces-regular.ttf"),
  body: typeface("inter-regular.ttf"),
  strong: typeface("inter-semibold.ttf"),
} as const;

function typeface(name: string): string {
  return path.resolve("server/content/paper-fonts", name);
}

export type Doc = PDFKit.PDFDocument;
/** A part of the document's structure, by which screen readers find their way. */
export type Struct = PDFKit.PDFStructureElement;

interface PdfDraft {
  title: string;
  author: string;
  subject?: string;
  /** Also the file's date, so that the same document gives the same bytes. */
  date: Date;
  /** How far the coloured band at the head of the first page reaches. */
  band?: number;
}

/**
 * Writes a document as a tagged A4 PDF: language, title, headings, tables and descriptions of figures for screen
 * readers, and selectable text. The pages are numbered.
 */
export async function writeDocument(
  { title, author, subject, date, band = 10 }: PdfDraft,
  draw: (doc: Doc, root: Struct) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // What draws documents is loaded for the first of them: a start without it is shorter.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-GB",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: date, ...(subject ? { Subject: subject } : {}) },
  });
  const file = buffer(doc);
  const root = doc.struct("Document", { title });
  doc.addStructure(root);
  asDecoration(doc, "Layout", () => {
    doc.rect(0, 0, doc.page.width, band).fill(documentColours.moss);
  });
  draw(doc, root);
  root.end();
  numberPages(doc, title);
  doc.end();
  return new Uint8Array(await file);
}

/** Page numbers are below the margin, where screen readers skip them. */
function numberPages(doc: Doc, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where text() would otherwise start a new page.
    doc.page.margins.bottom = 0;
    asDecoration(doc, "Pagination", () => {
      const place = { x: MARGIN, y: doc.page.height - 34, width: WIDTH };
      writeText(doc, `${title}, page ${page + 1} of ${count}`, place, { size: 8, colour: "soft" });
    });
  }
}

/** Draws content that screen readers skip. */
function asDecoration(doc: Doc, type: "Layout" | "Pagination", draw: () => void): void {
  doc.markContent("Artifact", { type });
  draw();
  doc.endMarkedContent();
}

/** Where what needs this height begins: at `top`, or on a new page. */
export function makeRoom(doc: Doc, top: number, height: number): number {
  if (top + height <= doc.page.height - doc.page.margins.bottom) return top;
  doc.addPage();
  return doc.page.margins.top;
}

interface TextPlace {
  x: number;
  y: number;
  width: number;
}

export interface TextLook {
  font?: keyof typeof typefaces;
  /** Points. */
  size?: number;
  colour?: keyof typeof documentColours;
  align?: "left" | "right";
  lineGap?: number;
}

const SIZE = 9;
const LINE_GAP = 1.5;

/** Writes text at a position, wrapped to its width, and returns where the next line would begin. */
export function writeText(doc: Doc, text: string, { x, y, width }: TextPlace, look: TextLook = {}): number {
  const written = plain(text);
  const align = look.align ?? "left";
  const setting = settingOf(look, width);
  const isPlain = isPlainText(doc, written, setting.face);
  choose(doc, look);
  if (!isPlain) return drawAnyScript(doc, written, { x, y, align }, setting);
  doc.text(written, x, y, { width, align, lineGap: setting.lineGap });
  return doc.y;
}

/** Writes a text as a tagged part of the document, and returns where the next one would begin. */
export function tag(
  doc: Doc,
  part: Struct,
  name: "H1" | "H2" | "P" | "Caption" | "Lbl" | "LBody",
  text: string,
  place: TextPlace,
  look: TextLook = {},
): number {
  let end = place.y;
  part.add(
    doc.struct(name, undefined, () => {
      end = writeText(doc, text, place, look);
    }),
  );
  return end;
}

/** The height of a text. */
export function heightOfText(doc: Doc, text: string, width: number, look: TextLook = {}): number {
  const written = plain(text);
  const setting = settingOf(look, width);
  return isPlainText(doc, written, setting.face)
    ? choose(doc, look).heightOfString(written, { width, lineGap: setting.lineGap })
    : heightOfAnyScript(doc, written, setting);
}

function settingOf({ font = "body", size = SIZE, lineGap = LINE_GAP }: TextLook, width: number): Setting {
  return { face: typefaces[font], size, width, lineGap };
}

function choose(doc: Doc, { font = "body", size = SIZE, colour = "ink" }: TextLook): Doc {
  return doc.font(typefaces[font]).fontSize(size).fillColor(documentColours[colour]);
}

/** Composes accents with their letters, and removes control characters and marks of direction. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\u200b]/gu, "");
}

export interface DocumentColumn {
  title: string;
  width: number;
  align: "left" | "right";
}

interface DocumentTable {
  /** The table's description, for people who cannot see it. */
  title: string;
  /** Printed above the table. */
  caption?: string;
  columns: readonly DocumentColumn[];
  /** One text for each column; the first one labels the row. */
  rows: readonly (readonly string[])[];
  /** Points. */
  size?: number;
  x: number;
  y: number;
}

const PADDING = 4;

/** The scope of a heading cell; pdfkit's types do not know it yet. */
const scopeOf = (scope: "Column" | "Row"): { title?: string; scope: string } => ({ scope });

/**
 * Draws a tagged table and returns where it ends. A row is never split: one that does not fit goes to a new page, below
 * the column titles, which screen readers do not repeat.
 */
export function drawTable(doc: Doc, part: Struct, table: DocumentTable): number {
  const size = table.size ?? 8.5;
  const head = { font: "strong", size: size - 0.5, colour: "soft" } as const;
  const struct = doc.struct("Table", { title: table.title });
  part.add(struct);
  let top = table.y;
  if (table.caption !== undefined) {
    const place = { x: table.x, y: top, width: WIDTH };
    top = tag(doc, struct, "Caption", table.caption, place, { font: "strong", size: size + 0.5 }) + 2;
  }
  const titles = table.columns.map(({ title }) => title);
  const drawRow = (cells: readonly string[], drawCell: (column: number, draw: () => void) => void) => {
    const look = cells === titles ? head : { size };
    let x = table.x;
    table.columns.forEach(({ width, align }, column) => {
      const place = { x: x + PADDING, y: top + PADDING, width: width - 2 * PADDING };
      drawCell(column, () => {
        writeText(doc, cells[column] ?? "", place, { ...look, align });
      });
      x += width;
    });
    top += heightOfRow(doc, table.columns, cells, look);
    rule(doc, table.x, top, x - table.x, cells === titles ? documentColours.soft : documentColours.line);
  };
  const tagged = (row: Struct, tagOf: (column: number) => "TH" | "TD", scope: "Column" | "Row") => {
    struct.add(row);
    return (column: number, draw: () => void) => {
      const name = tagOf(column);
      row.add(doc.struct(name, name === "TH" ? scopeOf(scope) : {}, draw));
    };
  };

  const titleRow = doc.struct("TR");
  drawRow(
    titles,
    tagged(titleRow, () => "TH", "Column"),
  );
  titleRow.end();
  for (const cells of table.rows) {
    if (top + heightOfRow(doc, table.columns, cells, { size }) > doc.page.height - doc.page.margins.bottom) {
      doc.addPage();
      top = doc.page.margins.top;
      drawRow(titles, (_column, draw) => asDecoration(doc, "Pagination", draw));
    }
    const row = doc.struct("TR");
    drawRow(
      cells,
      tagged(row, (column) => (column === 0 ? "TH" : "TD"), "Row"),
    );
    row.end();
  }
  struct.end();
  return top;
}

/** A hairline. */
function rule(doc: Doc, x: number, y: number, width: number, colour: string): void {
  asDecoration(doc, "Layout", () => {
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.7)
      .stroke(colour);
  });
}

function heightOfRow(
  doc: Doc,
  columns: readonly DocumentColumn[],
  cells: readonly string[],
  look: TextLook,
): number {
  const heights = columns.map(({ width }, column) =>
    heightOfText(doc, cells[column] ?? "", width - 2 * PADDING, look),
  );
  return Math.max(...heights) + 2 * PADDING;
}
