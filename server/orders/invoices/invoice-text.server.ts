import path from "node:path";
import { reportColours } from "#server/content/research-report/report-fonts.ts";

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

/** The shop's typefaces. The shop runs in the project's folder, wherever its bundle lies (server/start.ts). */
const invoiceFonts = {
  heading: fontFile("fraunces-regular.ttf"),
  body: fontFile("inter-regular.ttf"),
  strong: fontFile("inter-semibold.ttf"),
} as const;

const LINE_GAP = 1.5;

/** Writes text at a place, wrapped to its width, and returns where the next line would begin. */
export function writeText(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width }: TextPlace,
  look: TextLook = {},
): number {
  choose(doc, look).text(plain(text), x, y, { width, align: look.align ?? "left", lineGap: LINE_GAP });
  return doc.y;
}

/** The height that a text will have. */
export function heightOfText(
  doc: PDFKit.PDFDocument,
  text: string,
  width: number,
  look: TextLook = {},
): number {
  return choose(doc, look).heightOfString(plain(text), { width, lineGap: LINE_GAP });
}

function choose(doc: PDFKit.PDFDocument, { font = "body", size = 9, colour = "ink" }: TextLook) {
  return doc.font(invoiceFonts[font]).fontSize(size).fillColor(reportColours[colour]);
}

/** Accents joined to their letters, and nothing that steers a printer. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "");
}

function fontFile(name: string): string {
  return path.resolve("server/orders/invoices/invoice-fonts", name);
}
