import type { BarFigure, RangeFigure } from "./report-block.ts";
import { reportColours, reportFonts } from "./report-fonts.ts";

const ROW_HEIGHT = 26;
const BAR_HEIGHT = 14;
const LABEL_WIDTH = 130;
/** Kept free to the right of the longest bar, for its value. */
const VALUE_WIDTH = 100;
const SCALE_HEIGHT = 20;

/** How tall the drawing is, in points. */
export function figureHeight(figure: BarFigure | RangeFigure): number {
  return figure.kind === "bars"
    ? figure.bars.length * ROW_HEIGHT
    : figure.ranges.length * ROW_HEIGHT + SCALE_HEIGHT;
}

/** Draws bars or spans from the given corner, as wide as given. */
export function drawFigure(
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
