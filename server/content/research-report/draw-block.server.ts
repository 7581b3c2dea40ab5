import { type BarFigure, type RangeFigure, type ReportBlock, reportColours, reportFonts } from "./report.ts";

const ROW_HEIGHT = 26;
const BAR_HEIGHT = 14;
const LABEL_WIDTH = 130;
/** The space to the right of the longest bar, for its value. */
const VALUE_WIDTH = 100;
const SCALE_HEIGHT = 20;

/** The height of the drawing in points. */
function figureHeight(figure: BarFigure | RangeFigure): number {
  return figure.kind === "bars"
    ? figure.bars.length * ROW_HEIGHT
    : figure.ranges.length * ROW_HEIGHT + SCALE_HEIGHT;
}

/** Draws bars or spans from this corner, in this width. */
function drawFigure(
  doc: PDFKit.PDFDocument,
  figure: BarFigure | RangeFigure,
  at: { x: number; y: number; width: number },
): void {
  if (figure.kind === "bars") drawBars(doc, figure, at);
  else drawRanges(doc, figure, at);
}

function drawBars(doc: PDFKit.PDFDocument, { bars }: BarFigure, { x, y, width }: Place): void {
  const longest = Math.max(...bars.map((bar) => bar.value));
  const room = width - LABEL_WIDTH - VALUE_WIDTH;
  bars.forEach((bar, row) => {
    const top = y + row * ROW_HEIGHT;
    const length = (bar.value / longest) * room;
    label(doc, bar.label, x, top);
    doc.rect(x + LABEL_WIDTH, top + 4, length, BAR_HEIGHT).fill(reportColours.moss);
    write(doc, bar.shown, x + LABEL_WIDTH + length + 6, top + 6, VALUE_WIDTH);
  });
}

function drawRanges(doc: PDFKit.PDFDocument, figure: RangeFigure, { x, y, width }: Place): void {
  const room = width - LABEL_WIDTH - VALUE_WIDTH;
  const along = (value: number) =>
    x + LABEL_WIDTH + ((value - figure.from) / (figure.to - figure.from)) * room;
  figure.ranges.forEach((range, row) => {
    const top = y + row * ROW_HEIGHT;
    label(doc, range.label, x, top);
    doc.rect(along(figure.from), top + 4, room, BAR_HEIGHT).fill(reportColours.mossSoft);
    doc
      .rect(along(range.from), top + 4, along(range.to) - along(range.from), BAR_HEIGHT)
      .fill(reportColours.moss);
    write(doc, `${range.from} to ${range.to} ${figure.unit}`, along(figure.to) + 6, top + 6, VALUE_WIDTH);
  });
  const foot = y + figure.ranges.length * ROW_HEIGHT;
  write(doc, `${figure.from} ${figure.unit}`, along(figure.from), foot + 4, 60);
  write(doc, `${figure.to} ${figure.unit}`, along(figure.to) - 60, foot + 4, 60, "right");
}

interface Place {
  x: number;
  y: number;
  width: number;
}

function label(doc: PDFKit.PDFDocument, text: string, x: number, top: number): void {
  write(doc, text, x, top + 6, LABEL_WIDTH - 8);
}

function write(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  width: number,
  align: "left" | "right" = "left",
): void {
  doc.font(reportFonts.body).fontSize(9.5).fillColor(reportColours.ink);
  doc.text(text, x, y, { width, align, lineBreak: false });
}

type Block<Kind extends ReportBlock["kind"]> = Extract<ReportBlock, { kind: Kind }>;

const CELL_PADDING = 5;

/** Typesets one block below the current position, and adds it to the document's structure. */
export function drawBlock(
  doc: PDFKit.PDFDocument,
  part: PDFKit.PDFStructureElement,
  block: ReportBlock,
): void {
  doc.x = doc.page.margins.left;
  switch (block.kind) {
    case "paragraph":
      part.add(
        doc.struct("P", undefined, () => {
          bodyText(doc).text(block.text, { lineGap: 3 }).moveDown(0.7);
        }),
      );
      break;
    case "list":
      drawList(doc, part, block);
      break;
    case "table":
      drawTable(doc, part, block);
      break;
    case "bars":
    case "ranges":
      drawDrawing(doc, part, block);
      break;
  }
}

function drawList(doc: PDFKit.PDFDocument, part: PDFKit.PDFStructureElement, { items }: Block<"list">): void {
  const left = doc.page.margins.left;
  const list = doc.struct("L");
  part.add(list);
  for (const item of items) {
    makeRoom(doc, bodyText(doc).heightOfString(item, { width: widthOf(doc) - 16, lineGap: 3 }));
    const top = doc.y;
    const entry = doc.struct("LI");
    list.add(entry);
    entry.add(
      doc.struct("Lbl", undefined, () => {
        bodyText(doc).text("•", left, top);
      }),
    );
    entry.add(
      doc.struct("LBody", undefined, () => {
        bodyText(doc).text(item, left + 16, top, { width: widthOf(doc) - 16, lineGap: 3 });
      }),
    );
    entry.end();
    doc.x = left;
    doc.moveDown(0.35);
  }
  list.end();
  doc.moveDown(0.4);
}

function drawTable(doc: PDFKit.PDFDocument, part: PDFKit.PDFStructureElement, block: Block<"table">): void {
  const rows = [block.head, ...block.rows];
  const rowHeight = 11 + 2 * CELL_PADDING;
  makeRoom(doc, 40 + rows.length * rowHeight);
  const table = doc.struct("Table");
  part.add(table);
  table.add(doc.struct("Caption", undefined, () => caption(doc, block.caption)));
  const left = doc.page.margins.left;
  const cellWidth = widthOf(doc) / block.head.length;
  let top = doc.y;
  rows.forEach((cells, index) => {
    const row = doc.struct("TR");
    table.add(row);
    cells.forEach((cell, column) => {
      const isHead = index === 0 || column === 0;
      row.add(
        doc.struct(isHead ? "TH" : "TD", undefined, () => {
          doc
            .font(isHead ? reportFonts.strong : reportFonts.body)
            .fontSize(10)
            .fillColor(reportColours.ink);
          doc.text(cell, left + column * cellWidth + CELL_PADDING, top + CELL_PADDING, {
            width: cellWidth - 2 * CELL_PADDING,
            lineBreak: false,
          });
        }),
      );
    });
    row.end();
    top += rowHeight;
    rule(doc, left, top);
  });
  table.end();
  doc.x = left;
  doc.y = top + 14;
}

function drawDrawing(
  doc: PDFKit.PDFDocument,
  part: PDFKit.PDFStructureElement,
  block: Block<"bars"> | Block<"ranges">,
): void {
  const height = figureHeight(block);
  makeRoom(doc, height + 44);
  part.add(doc.struct("Caption", undefined, () => caption(doc, block.caption)));
  const at = { x: doc.page.margins.left, y: doc.y, width: widthOf(doc) };
  part.add(doc.struct("Figure", { alt: block.alternative }, () => drawFigure(doc, block, at)));
  doc.x = at.x;
  doc.y = at.y + height + 16;
}

function caption(doc: PDFKit.PDFDocument, text: string): void {
  doc.font(reportFonts.strong).fontSize(10.5).fillColor(reportColours.ink);
  doc.text(text, doc.page.margins.left, doc.y + 4).moveDown(0.5);
}

function bodyText(doc: PDFKit.PDFDocument): PDFKit.PDFDocument {
  return doc.font(reportFonts.body).fontSize(11).fillColor(reportColours.ink);
}

/** A hairline: decoration, so not part of the structure. */
function rule(doc: PDFKit.PDFDocument, left: number, y: number): void {
  doc.markContent("Artifact", { type: "Layout" });
  doc
    .moveTo(left, y)
    .lineTo(left + widthOf(doc), y)
    .lineWidth(0.7)
    .stroke(reportColours.line);
  doc.endMarkedContent();
}

function widthOf(doc: PDFKit.PDFDocument): number {
  return doc.page.width - doc.page.margins.left - doc.page.margins.right;
}

/** Starts a new page when the next block would otherwise be split. */
function makeRoom(doc: PDFKit.PDFDocument, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}
