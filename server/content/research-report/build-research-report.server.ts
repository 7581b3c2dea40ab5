import { drawBlock } from "./draw-block.server.ts";
import { type Report, reportColours, reportFonts, researchReport } from "./report.ts";

const MARGIN = 64;

type Pdf = Promise<Uint8Array<ArrayBuffer>>;

let built: { storeName: string; file: Pdf } | undefined;

/** The research report as a PDF file: made from its sources on first use, then kept until the store is renamed. */
export function researchReportFile(storeName: string): Pdf {
  if (built?.storeName !== storeName) {
    const report = { ...researchReport, subtitle: `${researchReport.subtitle} of ${storeName}` };
    built = { storeName, file: buildReport(report, storeName) };
  }
  return built.file;
}

/**
 * Typesets a report. The file is tagged: screen readers recognise headings, lists, tables and figures, and figures
 * have a description.
 */
export async function buildReport(report: Report, author: string): Pdf {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-GB",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: report.title,
      Author: author,
      Subject: report.subtitle,
      CreationDate: report.publishedAt,
    },
  });
  const file = collect(doc);
  const root = doc.struct("Document", { title: report.title });
  doc.addStructure(root);
  coverPage(doc, root, report);
  for (const section of report.sections) {
    const part = doc.struct("Sect", { title: section.heading });
    root.add(part);
    // A heading never stands alone at the bottom of a page.
    if (doc.y > doc.page.height - MARGIN - 140) doc.addPage();
    doc.outline.addItem(section.heading);
    part.add(
      doc.struct("H2", undefined, () => {
        doc.font(reportFonts.heading).fontSize(19).fillColor(reportColours.moss);
        doc.text(section.heading, MARGIN, doc.y + 12).moveDown(0.5);
      }),
    );
    for (const block of section.blocks) drawBlock(doc, part, block);
    part.end();
  }
  root.end();
  numberPages(doc, report.title);
  doc.end();
  return file;
}

function coverPage(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, report: Report): void {
  doc.markContent("Artifact", { type: "Layout" });
  doc.rect(0, 0, doc.page.width, 230).fill(reportColours.moss);
  doc.endMarkedContent();
  root.add(
    doc.struct("H1", undefined, () => {
      doc.font(reportFonts.heading).fontSize(34).fillColor("#ffffff");
      doc.text(report.title, MARGIN, 96, { width: doc.page.width - 2 * MARGIN });
    }),
  );
  root.add(
    doc.struct("P", undefined, () => {
      doc.font(reportFonts.body).fontSize(12).fillColor("#ffffff");
      doc.text(`${report.subtitle}. ${report.edition}.`, MARGIN, 196);
    }),
  );
  doc.x = MARGIN;
  doc.y = 256;
}

/** Page numbers are not content: screen readers skip them. */
function numberPages(doc: PDFKit.PDFDocument, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where text() would otherwise start a new page.
    doc.page.margins.bottom = 0;
    doc.markContent("Artifact", { type: "Pagination" });
    doc.font(reportFonts.body).fontSize(9).fillColor(reportColours.soft);
    doc.text(`${title}, page ${page + 1} of ${count}`, MARGIN, doc.page.height - 40, { lineBreak: false });
    doc.endMarkedContent();
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    doc.on("data", (part: Uint8Array) => parts.push(part));
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(parts))));
    doc.on("error", reject);
  });
}
