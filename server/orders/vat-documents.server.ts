import { CorrectionNote, type Order, OrderLine } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import {
  type Doc,
  type DocumentColumn,
  drawTable,
  MARGIN,
  makeRoom,
  type Struct,
  type TextLook,
  tag,
  WIDTH,
  writeDocument,
  writeText,
} from "#server/content/document.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isStaff } from "#server/core/roles.ts";
import { type CurrencyCode, formatMoney, type SterlingRate } from "#server/pricing/money.ts";
import { correctionNoteOf } from "./correction-note.ts";
import { standingCreditNotes } from "./invoices.server.ts";
import { findVisitedOrder, type OrderVisitor } from "./own-orders.server.ts";
import {
  displayRate,
  perMeasureOf,
  type TaxedAmount,
  type VatDocument,
  type VatDocumentLine,
} from "./vat-document.ts";
import { invoiceSellerOf, vatInvoiceOf } from "./vat-invoice.ts";

/**
 * The invoice of an order, for those who may read its documents. It uses the order's own columns, never products or
 * users, so that it stays unchanged. For a cancelled order it names the note that cancelled it. @throws ShopError
 * `not_found` for everybody else
 */
export async function findVatInvoice(context: Context, visitor: OrderVisitor): Promise<VatDocument> {
  const order = await findVisitedOrder(context, visitor, "orders.viewMoney");
  if (!order) throw new ShopError("not_found", "Invoice not found");
  const em = context.em.fork();
  const lines = await em.find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } });
  const cancelledBy = order.status === "cancelled" ? await standingCreditNotes(em, order.id) : null;
  return vatInvoiceOf(
    { ...order, delivery: order.delivery ?? null, lines, sterling: sterlingOf(order), cancelledBy },
    order.seller ?? invoiceSellerOf(context.settings),
  );
}

const NOTE_NUMBER = /^[\w-]{1,30}$/;

/**
 * A credit or debit note of an order as issued, for those who may read its documents. @throws ShopError `not_found`
 * for everybody else, and for a note of another order
 */
export async function findCorrectionNote(
  context: Context,
  visitor: OrderVisitor & { noteNumber: string },
): Promise<VatDocument> {
  const { noteNumber: number } = visitor;
  const order = await findVisitedOrder(context, visitor, "orders.viewMoney");
  const em = context.em.fork();
  const note =
    order && NOTE_NUMBER.test(number)
      ? await em.findOne(CorrectionNote, { order: order.id, number }, { populate: ["refund", "reverses"] })
      : null;
  if (!order || !note) throw new ShopError("not_found", "Credit or debit note not found");
  const counterpart = note.reverses ?? (await em.findOne(CorrectionNote, { reverses: note.id }));
  const { kind, content, reason, issuedAt, refund } = note;
  return correctionNoteOf(order, {
    kind,
    number,
    content,
    reason,
    issuedAt,
    refunded: refund?.amount ?? null,
    counterpart,
    sterling: sterlingOf(order),
  });
}

/** The rate that an order was made with. */
function sterlingOf({ sterlingRate, sterlingRateDay }: Order): SterlingRate | null {
  return sterlingRate && sterlingRateDay ? { rate: sterlingRate, day: sterlingRateDay } : null;
}

const HALF = 236;
const RIGHT = MARGIN + WIDTH - HALF;

/** Writes an invoice, or a note that corrects it. */
export function writeVatDocumentPdf(document: VatDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = {
    title: `${document.heading} ${document.number}`,
    author: document.seller.storeName,
    date: new Date(document.issuedAt),
  };
  return writeDocument(pdf, (doc, root) => {
    let y = letterhead(doc, root, document);
    y = parties(doc, root, document, y + 20);
    y = drawTable(doc, root, {
      title: document.linesTitle,
      columns: document.showsVat ? lineColumns : lineColumnsWithoutVat,
      rows: document.lines.map((line) => [
        descriptionOf(line, document.currency),
        line.quantity === null ? "–" : String(line.quantity),
        line.unitPrice === null ? "–" : formatMoney(line.unitPrice, document.currency),
        ...(document.showsVat
          ? [displayRate(line.vatRate), ...amounts(line, document.currency)]
          : [formatMoney(line.gross, document.currency)]),
      ]),
      x: MARGIN,
      y: y + 20,
    });
    closing(doc, root, document, y + 24);
  });
}

/** The columns of prices are too narrow for what a measure of it cost. */
function descriptionOf(line: VatDocumentLine, currency: CurrencyCode): string {
  const perMeasure = perMeasureOf(line, currency);
  return perMeasure ? `${line.description} (${perMeasure})` : line.description;
}

const lineColumns: readonly DocumentColumn[] = [
  { title: "Description", width: 140, align: "left" },
  { title: "Quantity", width: 48, align: "right" },
  { title: "Unit price inc. VAT", width: 66, align: "right" },
  { title: "VAT rate", width: 47, align: "right" },
  { title: "Net", width: 66, align: "right" },
  { title: "VAT", width: 66, align: "right" },
  { title: "Total inc. VAT", width: 66, align: "right" },
];

const lineColumnsWithoutVat: readonly DocumentColumn[] = [
  { title: "Description", width: 260, align: "left" },
  { title: "Quantity", width: 69, align: "right" },
  { title: "Unit price", width: 85, align: "right" },
  { title: "Total", width: 85, align: "right" },
];

const rateColumns: readonly DocumentColumn[] = [
  { title: "VAT rate", width: 44, align: "left" },
  { title: "Net", width: 70, align: "right" },
  { title: "VAT", width: 70, align: "right" },
  { title: "Inc. VAT", width: 70, align: "right" },
];

function amounts({ net, vat, gross }: TaxedAmount, currency: CurrencyCode): string[] {
  return [net, vat, gross].map((amount) => formatMoney(amount, currency));
}

/** The document's kind and numbers on the right, the seller on the left. */
function letterhead(doc: Doc, root: Struct, document: VatDocument): number {
  const { seller } = document;
  const right = { x: RIGHT, y: MARGIN, width: HALF };
  let y = tag(doc, root, "H1", document.heading, right, { font: "heading", size: 24 }) + 6;
  for (const { label, value } of document.facts) y = fact(doc, root, label, value, y);
  if (document.remark) {
    y = tag(doc, root, "P", document.remark, { ...right, y: y + 6 }, { size: 8, colour: "soft" });
  }
  const left = { x: MARGIN, y: MARGIN, width: HALF };
  let end = tag(doc, root, "P", seller.storeName, left, { font: "heading", size: 20, colour: "moss" }) + 6;
  for (const line of sellerLines(document)) {
    end = tag(doc, root, "P", line, { ...left, y: end }, { colour: "soft" });
  }
  return Math.max(y, end);
}

function sellerLines({ seller }: VatDocument): string[] {
  const { storeAddress, storePhone, storeEmail, registeredOffice, companyNumber, vatNumber } = seller;
  return [
    storeAddress,
    [storePhone, storeEmail].filter((text) => text !== "").join(", "),
    registeredOffice && `Registered office: ${registeredOffice}`,
    companyNumber && `Company number: ${companyNumber}`,
    vatNumber && `VAT registration number: ${vatNumber}`,
  ].filter((text) => text !== "");
}

function parties(doc: Doc, root: Struct, { blocks }: VatDocument, top: number): number {
  const party = (heading: string, lines: readonly string[], x: number) => {
    let y = tag(doc, root, "H2", heading, { x, y: top, width: HALF }, { font: "strong" }) + 2;
    for (const line of lines) y = tag(doc, root, "P", line, { x, y, width: HALF });
    return y;
  };
  return Math.max(top, ...blocks.map(({ heading, lines }, at) => party(heading, lines, at ? RIGHT : MARGIN)));
}

/** The VAT by rate, with the totals and the payment method beside it; always together on one page. */
function closing(doc: Doc, root: Struct, document: VatDocument, neededHeight: number): void {
  const height = (document.inPounds ? 100 : 70) + 24 * Math.max(document.rates.length, 3);
  const top = makeRoom(doc, neededHeight, height);
  const heading = { font: "strong" } as const;
  const end = document.showsVat ? rateTable(doc, root, document, top) : top;
  let y = tag(doc, root, "H2", "Total", { x: RIGHT, y: top, width: HALF }, heading) + 6;
  const [net = "", vat = "", gross = ""] = amounts(document.total, document.currency);
  if (document.showsVat) {
    y = fact(doc, root, "Total net", net, y);
    y = fact(doc, root, "Total VAT", vat, y) + 2;
  }
  const whole = document.showsVat ? "Total including VAT" : "Total";
  y = fact(doc, root, whole, gross, y, { font: "strong", size: 12, colour: "ink" });
  const foot = { x: MARGIN, y: Math.max(y, end) + 20, width: WIDTH };
  if (document.inPounds) foot.y = tag(doc, root, "P", document.inPounds, foot) + 6;
  tag(doc, root, "P", document.closing, foot);
}

function rateTable(doc: Doc, root: Struct, document: VatDocument, top: number): number {
  const place = { x: MARGIN, y: top, width: HALF };
  return drawTable(doc, root, {
    title: "VAT by rate",
    columns: rateColumns,
    rows: document.rates.map((rate) => [displayRate(rate.vatRate), ...amounts(rate, document.currency)]),
    x: MARGIN,
    y: tag(doc, root, "H2", "VAT by rate", place, { font: "strong" }) + 2,
  });
}

/** A label with its value at the right edge, which screen readers read as one sentence. */
function fact(doc: Doc, root: Struct, label: string, value: string, y: number, look: TextLook = {}): number {
  const width = HALF / 2;
  let end = y;
  root.add(
    doc.struct("P", undefined, () => {
      const labelEnd = writeText(doc, `${label} `, { x: RIGHT, y, width }, { colour: "soft", ...look });
      const valuePlace = { x: RIGHT + width, y, width };
      end = Math.max(labelEnd, writeText(doc, value, valuePlace, { ...look, align: "right" }));
    }),
  );
  return end + 2;
}

/**
 * A document of an order as a download: no cache keeps it, no other site gets its address, nobody indexes it.
 * @throws ShopError `rate_limited`, because each one is drawn again
 */
export async function orderDocumentResponse(
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

/** An invoice or a note that corrects it as a download. @throws ShopError `rate_limited` */
export function pdfResponse(context: Context, document: VatDocument): Promise<Response> {
  return orderDocumentResponse(context, `${document.kind}-${document.number}.pdf`, () =>
    writeVatDocumentPdf(document),
  );
}
