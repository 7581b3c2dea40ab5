import {
  type DocumentColumn,
  drawTable,
  MARGIN,
  makeRoom,
  type TextLook,
  tag,
  WIDTH,
  writeDocument,
} from "#server/content/document.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { orderDocumentResponse } from "#server/orders/vat-documents.server.ts";
import { co2Text, isMeasured } from "./carbon-method.ts";
import type { StatementView } from "./find-statement.server.ts";
import type { StatementLine } from "./statement-credential.ts";

const lineColumns: readonly DocumentColumn[] = [
  { title: "What", width: 145, align: "left" },
  { title: "Batch", width: 80, align: "left" },
  { title: "Kilograms", width: 58, align: "right" },
  { title: "Organic carbon", width: 58, align: "right" },
  { title: "Stays 100 years", width: 54, align: "right" },
  { title: "Transport", width: 50, align: "right" },
  { title: "CO2 stored", width: 54, align: "right" },
];

/** Writes a carbon statement. It is for people: what programs verify is the credential. */
function writeStatementPdf(
  { invoiceNumber, storeName, storeAddress }: StatementView,
  { issuedAt, subject }: NonNullable<StatementView["statement"]>,
  publicUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Carbon statement ${invoiceNumber}`;
  return writeDocument({ title, author: storeName, date: new Date(issuedAt) }, (doc, root) => {
    let y = MARGIN;
    const write = (name: "H1" | "H2" | "P", text: string, gap: number, look: TextLook = {}) => {
      const top = makeRoom(doc, y + gap, MARGIN);
      y = tag(doc, root, name, text, { x: MARGIN, y: top, width: WIDTH }, look);
    };
    write("P", `${storeName}, ${storeAddress}`, 0, { colour: "soft" });
    write("H1", "Carbon statement", 10, { font: "heading", size: 24 });
    write("P", `Order ${invoiceNumber}, issued ${displayLongDate(new Date(issuedAt))}`, 4, {
      colour: "soft",
    });
    write("P", `${co2Text(subject.gramsStored)} of CO2 stored for 100 years`, 16, {
      font: "heading",
      size: 15,
    });
    write("P", `${subject.ownership} Transport is subtracted where it is stated.`, 6);
    y = drawTable(doc, root, {
      title: "Line by line",
      columns: lineColumns,
      rows: subject.lines.map(rowOf),
      x: MARGIN,
      y: y + 18,
    });
    write("H2", "Whose it is", 18, { font: "strong" });
    for (const claim of claimsOf(subject.lines)) write("P", claim, 3);
    write("H2", "How it is reckoned", 14, { font: "strong" });
    write("P", `${subject.method.name}, version ${subject.method.version}: ${subject.method.formula}.`, 3);
    for (const source of subject.method.sources) write("P", source, 3, { colour: "soft" });
    write("P", `Its signed credential can be checked at ${publicUrl}/verify.`, 14);
  });
}

function rowOf(line: StatementLine): string[] {
  const what = `${line.quantity} × ${line.product}`;
  if (!isMeasured(line)) {
    return [`${what}. Not measured: ${line.notMeasured}`, line.batch ?? "–", "–", "–", "–", "–", "–"];
  }
  return [
    what,
    line.batch,
    co2Text(line.grams),
    `${line.organicCarbonPercent}%`,
    `${line.percentAfter100Years}%`,
    line.gramsOfTransport === null ? "not stated" : co2Text(line.gramsOfTransport),
    co2Text(line.gramsStored),
  ];
}

/** One sentence for each batch. */
function claimsOf(lines: readonly StatementLine[]): string[] {
  return [
    ...new Set(
      lines.filter(isMeasured).map(({ batch, claimSentence }) => `Batch ${batch}: ${claimSentence}`),
    ),
  ];
}

/** A statement that holds as a download. @throws ShopError `not_found` where none does; `rate_limited` */
export async function statementPdfResponse(context: Context, view: StatementView): Promise<Response> {
  const { statement } = view;
  if (!statement) throw new ShopError("not_found", "This order has no carbon statement");
  return orderDocumentResponse(context, `carbon-statement-${view.invoiceNumber}.pdf`, () =>
    writeStatementPdf(view, statement, context.publicUrl),
  );
}
