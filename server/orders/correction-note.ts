import { apportion, formatMoney, type Pence, type SterlingRate, sum } from "#server/pricing/money.ts";
import { paymentLabels } from "./order.ts";
import type { RefundLine } from "./refund-rules.ts";
import {
  addressLines,
  dayOf,
  inPoundsOf,
  sumByRate,
  sumOf,
  type VatDocument,
  type VatDocumentLine,
} from "./vat-document.ts";
import { type InvoicedOrder, type InvoiceSeller, invoiceLinesOf } from "./vat-invoice.ts";

/** A credit note reduces an invoice; a debit note cancels a credit note. */
export const correctionKinds = ["credit", "debit"] as const;

export type CorrectionKind = (typeof correctionKinds)[number];

/** A note as it was on the day it was issued, stored with its number: nothing of it is calculated again. */
export interface IssuedNote {
  seller: InvoiceSeller;
  lines: VatDocumentLine[];
}

type CorrectedOrder = Pick<
  InvoicedOrder,
  | "invoiceNumber"
  | "vatInvoiceNumber"
  | "customerName"
  | "billingAddress"
  | "paymentMethod"
  | "createdAt"
  | "currency"
>;

/** The source of a note's document, apart from the order. */
export interface CorrectionToShow {
  kind: CorrectionKind;
  number: string;
  content: IssuedNote;
  reason: string;
  issuedAt: Date;
  /** The amount of its refund; null where an order was cancelled before anybody paid. */
  refunded: Pence | null;
  /** For a debit note, the credit note that it cancels; for a credit note, the debit note that cancelled it. */
  counterpart: { number: string; reason: string; issuedAt: Date } | null;
  /** That of its invoice. */
  sterling: SterlingRate | null;
}

interface ToCredit {
  credited: readonly Pick<RefundLine, "lineId" | "quantity" | "amount">[];
  /** Credit notes that were issued for this order before and still stand. */
  earlier: readonly IssuedNote[];
}

/** Makes the content of a credit note from an order's invoice; it is stored and never changes. */
export function creditOf(
  order: Pick<InvoicedOrder, "shippingCost" | "delivery"> & {
    lines: readonly (InvoicedOrder["lines"][number] & { id: number })[];
  },
  { credited, earlier }: ToCredit,
  seller: InvoiceSeller,
): IssuedNote {
  const invoiced = invoiceLinesOf(order, seller);
  const goods = order.lines.map(({ id }) => {
    const own = credited.filter(({ lineId }) => lineId === id);
    return { units: sum(own.map(({ quantity }) => quantity)), gross: sum(own.map(({ amount }) => amount)) };
  });
  const delivery = sum(credited.filter(({ lineId }) => lineId === null).map(({ amount }) => amount));
  const before = earlier.flatMap(({ lines }) => lines);
  return { seller, lines: creditLinesOf(invoiced, before, { goods, delivery }) };
}

/** The document of a note with everything that HMRC requires: which invoice it corrects, why, and by how much. */
export function correctionNoteOf(order: CorrectedOrder, note: CorrectionToShow): VatDocument {
  const { kind, number, reason, issuedAt, counterpart } = note;
  const { seller, lines } = note.content;
  const name = `${kind} note`;
  return {
    kind: `${kind}-note`,
    heading: seller.vatNumber ? `VAT ${name}` : sentence(name),
    remark: remarkOf(note),
    number,
    orderNumber: order.invoiceNumber,
    issuedAt: issuedAt.toISOString(),
    facts: [
      { label: `${sentence(name)} number`, value: number },
      { label: "Issue date", value: dayOf(issuedAt) },
      ...(kind === "debit" && counterpart
        ? [
            { label: "Credit note taken back", value: counterpart.number },
            { label: "Credit note date", value: dayOf(counterpart.issuedAt) },
          ]
        : []),
      { label: "Original invoice", value: order.vatInvoiceNumber },
      { label: "Invoice date", value: dayOf(order.createdAt) },
      { label: "Order number", value: order.invoiceNumber },
    ],
    seller,
    blocks: [
      {
        heading: kind === "credit" ? "Credited to" : "Debited to",
        lines: addressLines(order.customerName, order.billingAddress),
      },
      { heading: "Reason", lines: [reason] },
    ],
    linesTitle: kind === "credit" ? "What was credited" : "What counts again",
    lines,
    rates: sumByRate(lines),
    total: sumOf(lines),
    currency: order.currency,
    inPounds: seller.showsNoVat
      ? null
      : inPoundsOf(sumByRate(lines), { currency: order.currency, sterling: note.sterling }),
    showsVat: !seller.showsNoVat,
    closing: closingOf(order, note),
  };
}

function remarkOf({ kind, content, counterpart }: CorrectionToShow): string | null {
  const taken =
    kind === "credit" && counterpart
      ? [
          `Taken back by debit note ${counterpart.number} of ${dayOf(counterpart.issuedAt)}: ${whyTakenBack(counterpart)}.`,
        ]
      : [];
  const registered = content.seller.vatNumber
    ? []
    : [`This is not a VAT ${kind} note: it carries no VAT registration number.`];
  return [...taken, ...registered].join(" ") || null;
}

/** Why a debit note takes a credit note back. */
export const debitReasons = {
  returned: "The bank returned the refund",
  creditedAnew: "The refund is credited anew, by what it was for",
} as const;

function whyTakenBack({ reason }: { reason: string }): string {
  return reason === debitReasons.creditedAnew
    ? "this refund is credited anew, by what it was for"
    : "the bank returned this refund";
}

function closingOf(
  order: CorrectedOrder,
  { kind, refunded, reason, issuedAt, counterpart }: CorrectionToShow,
): string {
  if (kind === "debit" && reason === debitReasons.creditedAnew) {
    return `Credit note ${counterpart?.number ?? ""} no longer counts; another one credits the same refund by what it was for. There is nothing to pay.`;
  }
  if (kind === "debit") {
    const amount =
      refunded === null ? "The refund" : `The refund of ${formatMoney(refunded, order.currency)}`;
    return `${amount} came back to us, so that credit note ${counterpart?.number ?? ""} no longer counts. There is nothing to pay.`;
  }
  return refunded === null
    ? "Nothing was paid for what is credited here, and nothing is to be paid for it any more."
    : `${formatMoney(refunded, order.currency)} was refunded ${paymentLabels[order.paymentMethod]} on ${dayOf(issuedAt)}.`;
}

/** "debit note" → "Debit note" */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Credit {
  /** Of each line of goods, as the invoice has them first: whole units and pence. */
  goods: readonly { units: number; gross: Pence }[];
  /** Pence of the delivery, whose lines come after the goods, one for each rate of VAT. */
  delivery: Pence;
}

type Credited = Pick<VatDocumentLine, "position" | "vat" | "gross">;

/**
 * What a note credits, by the lines of its invoice: goods as they are given, the delivery by its shares. VAT follows so
 * that all notes of an invoice together never credit more VAT of a line than it charged, and all of it once the line is
 * credited in full. Lines without an amount are not listed.
 */
export function creditLinesOf(
  invoiced: readonly VatDocumentLine[],
  earlier: readonly Credited[],
  { goods, delivery }: Credit,
): VatDocumentLine[] {
  const lines = invoiced.map((line) => ({ line, before: creditedBefore(line, earlier) }));
  const deliveryLeft = lines.slice(goods.length).map(({ line, before }) => line.gross - before.gross);
  const forDelivery = apportion(delivery, deliveryLeft);
  return lines.flatMap(({ line, before }, index) => {
    const { units, gross } = goods[index] ?? { units: 0, gross: forDelivery[index - goods.length] ?? 0 };
    if (gross === 0) return [];
    const vat = vatOfPart(line, before.gross + gross) - before.vat;
    const amounts = { net: gross - vat, vat, gross };
    return [{ ...line, ...whatOf(line, units, gross), ...amounts }];
  });
}

function creditedBefore({ position }: VatDocumentLine, earlier: readonly Credited[]) {
  const same = earlier.filter((line) => line.position === position);
  return { vat: sum(same.map(({ vat }) => vat)), gross: sum(same.map(({ gross }) => gross)) };
}

/** The VAT inside a part of a line, rounded half up, in steps that end at the line's own VAT exactly. */
function vatOfPart(line: VatDocumentLine, gross: Pence): Pence {
  const [vat, part, whole] = [BigInt(line.vat), BigInt(gross), BigInt(line.gross)];
  return Number((2n * vat * part + whole) / (2n * whole));
}

/** Whole units where whole units are credited, otherwise a part of the price. */
function whatOf(line: VatDocumentLine, units: number, gross: Pence): Partial<VatDocumentLine> {
  if (gross === line.gross) return {};
  if (units > 0 && gross === units * (line.unitPrice ?? 0)) return { quantity: units };
  return { description: `${line.description}, part of the price`, quantity: null, unitPrice: null };
}
