import path from "node:path";
import { reportColours } from "#server/content/research-report/report.ts";
import { drawAnyScript, heightOfAnyScript, isPlainText, type Setting } from "./draw-any-script.server.ts";

export interface InvoiceColumn {
  title: string;
  width: number;
  align: "left" | "right";
}

interface InvoiceTable {
  /** The table's description, for people who cannot see it. */
  title: string;
  columns: readonly InvoiceColumn[];
  /** One text for each column; the first one labels the row. */
  rows: readonly (readonly string[])[];
  x: number;
  y: number;
}

type Struct = PDFKit.PDFStructureElement;

const PADDING = 4;
const head = { font: "strong", size: 8, colour: "soft" } as const;
const body = { size: 8.5 } as const;

/** The scope of a heading cell; pdfkit's types do not know it yet. */
const scopeOf = (scope: "Column" | "Row"): { title?: string; scope: string } => ({ scope });

/**
 * Draws a tagged table and returns where it ends. A row is never split: one that does not fit goes to a new page, below
 * the column titles, which screen readers do not repeat.
 */
export function drawInvoiceTable(doc: PDFKit.PDFDocument, part: Struct, table: InvoiceTable): number {
  const struct = doc.struct("Table", { title: table.title });
  part.add(struct);
  let top = table.y;
  const titles = table.columns.map(({ title }) => title);
  const drawRow = (cells: readonly string[], drawCell: (column: number, draw: () => void) => void) => {
    const look = cells === titles ? head : body;
    let x = table.x;
    table.columns.forEach(({ width, align }, column) => {
      const place = { x: x + PADDING, y: top + PADDING, width: width - 2 * PADDING };
      drawCell(column, () => {
        writeText(doc, cells[column] ?? "", place, { ...look, align });
      });
      x += width;
    });
    top += heightOfRow(doc, table.columns, cells, look);
    rule(doc, table.x, top, x - table.x, cells === titles ? reportColours.soft : reportColours.line);
  };
  const tagged = (row: Struct, tagOf: (column: number) => "TH" | "TD", scope: "Column" | "Row") => {
    struct.add(row);
    return (column: number, draw: () => void) => {
      const tag = tagOf(column);
      row.add(doc.struct(tag, tag === "TH" ? scopeOf(scope) : {}, draw));
    };
  };

  const titleRow = doc.struct("TR");
  drawRow(
    titles,
    tagged(titleRow, () => "TH", "Column"),
  );
  titleRow.end();
  for (const cells of table.rows) {
    if (top + heightOfRow(doc, table.columns, cells, body) > doc.page.height - doc.page.margins.bottom) {
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

/** Draws content that screen readers skip. */
export function asDecoration(doc: PDFKit.PDFDocument, type: "Layout" | "Pagination", draw: () => void): void {
  doc.markContent("Artifact", { type });
  draw();
  doc.endMarkedContent();
}

function rule(doc: PDFKit.PDFDocument, x: number, y: number, width: number, colour: string): void {
  asDecoration(doc, "Layout", () => {
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.7)
      .stroke(colour);
  });
}

function heightOfRow(
  doc: PDFKit.PDFDocument,
  columns: readonly InvoiceColumn[],
  cells: readonly string[],
  look: typeof head | typeof body,
): number {
  const heights = columns.map(({ width }, column) =>
    heightOfText(doc, cells[column] ?? "", width - 2 * PADDING, look),
  );
  return Math.max(...heights) + 2 * PADDING;
}

export interface TextPlace {
  x: number;
  y: number;
  width: number;
}

export interface TextLook {
  font?: keyof typeof invoiceFonts;
  /** Points. */
  size?: number;
  colour?: keyof typeof reportColours;
  align?: "left" | "right";
}

/** The shop's typefaces. Paths are relative to the project's folder, where the shop runs (server/start.ts). */
const invoiceFonts = {
  heading: fontFile("fraunces-regular.ttf"),
  body: fontFile("inter-regular.ttf"),
  strong: fontFile("inter-semibold.ttf"),
} as const;

const LINE_GAP = 1.5;

/** Writes text at a position, wrapped to its width, and returns where the next line would begin. */
export function writeText(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width }: TextPlace,
  look: TextLook = {},
): number {
  const written = plain(text);
  const align = look.align ?? "left";
  const setting = settingOf(look, width);
  if (!isPlainText(doc, written, setting.face)) {
    choose(doc, look);
    return drawAnyScript(doc, written, { x, y, align }, setting);
  }
  choose(doc, look).text(written, x, y, { width, align, lineGap: LINE_GAP });
  return doc.y;
}

/** Writes a text as a tagged part of the document, and returns where the next one would begin. */
export function tag(
  doc: PDFKit.PDFDocument,
  root: Struct,
  name: "H1" | "H2" | "P",
  text: string,
  place: TextPlace,
  look: TextLook = {},
): number {
  let end = place.y;
  root.add(
    doc.struct(name, undefined, () => {
      end = writeText(doc, text, place, look);
    }),
  );
  return end;
}

/** Writes the page numbers below the margin of all pages, where screen readers skip them. */
export function numberPages(
  doc: PDFKit.PDFDocument,
  title: string,
  { margin, width }: { margin: number; width: number },
): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where text() would otherwise start a new page.
    doc.page.margins.bottom = 0;
    asDecoration(doc, "Pagination", () => {
      const place = { x: margin, y: doc.page.height - 34, width };
      writeText(doc, `${title}, page ${page + 1} of ${count}`, place, { size: 8, colour: "soft" });
    });
  }
}

/** The height of a text. */
function heightOfText(doc: PDFKit.PDFDocument, text: string, width: number, look: TextLook = {}): number {
  const written = plain(text);
  const setting = settingOf(look, width);
  return isPlainText(doc, written, setting.face)
    ? choose(doc, look).heightOfString(written, { width, lineGap: LINE_GAP })
    : heightOfAnyScript(doc, written, setting);
}

const SIZE = 9;

function settingOf({ font = "body", size = SIZE }: TextLook, width: number): Setting {
  return { face: invoiceFonts[font], size, width, lineGap: LINE_GAP };
}

function choose(doc: PDFKit.PDFDocument, { font = "body", size = SIZE, colour = "ink" }: TextLook) {
  return doc.font(invoiceFonts[font]).fontSize(size).fillColor(reportColours[colour]);
}

/** Composes accents with their letters, and removes control characters and marks of direction. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\u200b]/gu, "");
}

function fontFile(name: string): string {
  return path.resolve("server/orders/invoices/invoice-fonts", name);
}
