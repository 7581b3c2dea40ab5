import { drawFigure, figureHeight } from "./draw-figure.server.ts";
import type { ReportBlock } from "./report-block.ts";
import { reportColours, reportFonts } from "./report-fonts.ts";

type Block<Kind extends ReportBlock["kind"]> = Extract<ReportBlock, { kind: Kind }>;

const CELL_PADDING = 5;

/** Typesets one block below what stands on the page, and adds it to the document's structure. */
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

/** A hairline: decoration, so no part of the structure. */
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

/** Goes to a new page when what follows would be cut in two. */
function makeRoom(doc: PDFKit.PDFDocument, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}
