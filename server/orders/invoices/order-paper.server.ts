import { buffer } from "node:stream/consumers";
import { isStaff } from "#server/access/roles.ts";
import { reportColours } from "#server/content/research-report/report.ts";
import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import { asDecoration, numberPages } from "./draw-invoice-table.server.ts";

/** In points; A4 is 595.28 wide. */
export const MARGIN = 48;
export const WIDTH = 499;

interface OrderPaper {
  title: string;
  author: string;
  issuedAt: Date;
}

/**
 * Writes a paper of an order as a tagged A4 PDF: language, title, headings and tables for screen readers, and
 * selectable text. The same paper gives the same bytes.
 */
export async function writeOrderPaper(
  { title, author, issuedAt }: OrderPaper,
  draw: (doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // What draws papers is loaded for the first of them: a start without it is shorter.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-GB",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: issuedAt },
  });
  const file = buffer(doc);
  const root = doc.struct("Document", { title });
  doc.addStructure(root);
  asDecoration(doc, "Layout", () => {
    doc.rect(0, 0, doc.page.width, 10).fill(reportColours.moss);
  });
  draw(doc, root);
  root.end();
  numberPages(doc, title, { margin: MARGIN, width: WIDTH });
  doc.end();
  return new Uint8Array(await file);
}

/**
 * The paper as a download: no cache keeps it, no other site gets its address, nobody indexes it. @throws ShopError
 * `rate_limited`, because each one is drawn anew
 */
export async function orderPaperResponse(
  context: Context,
  fileName: string,
  write: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const { actor } = context;
  // Staff print documents all day.
  if (actor.kind !== "user" || !isStaff(actor.role)) await countAgainstLimit(context, "pdf");
  return new Response(await write(), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
