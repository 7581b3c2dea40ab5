import { formatMoney, type Pence, type SterlingRate } from "#server/pricing/money.ts";
import { paymentLabels } from "../payment/payment-labels.ts";
import type { RestockedLine } from "../refunds/refund-rules.ts";
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

/** The source of a note's document, besides the order. */
export interface CorrectionToShow {
  kind: CorrectionKind;
  number: string;
  content: IssuedNote;
  reason: string;
  issuedAt: Date;
  /** The amount of its refund; null where an order was cancelled before anybody paid. */
  refunded: Pence | null;
  /** For a debit note, the credit note that it cancels; for a credit note, the debit note that cancelled it. */
  counterpart: { number: string; issuedAt: Date } | null;
  /** The bank sent the money back before debit notes were issued. */
  isVoid: boolean;
  /** That of its invoice. */
  sterling: SterlingRate | null;
}

interface ToCredit {
  amount: Pence;
  restock: readonly RestockedLine[];
  /** Credit notes that were issued for this order before and still stand. */
  earlier: readonly IssuedNote[];
}

/** Makes the content of a credit note from an order's invoice; it is stored and never changes. */
export function creditOf(
  order: Pick<InvoicedOrder, "shippingCost" | "delivery"> & {
    lines: readonly (InvoicedOrder["lines"][number] & { id: number })[];
  },
  { amount, restock, earlier }: ToCredit,
  seller: InvoiceSeller,
): IssuedNote {
  const returned = restock.map(({ lineId, quantity }) => ({
    position: order.lines.findIndex(({ id }) => id === lineId) + 1,
    quantity,
  }));
  const credited = earlier.flatMap(({ lines }) => lines);
  return { seller, lines: creditLinesOf(invoiceLinesOf(order, seller), credited, { amount, returned }) };
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

function remarkOf({ kind, content, counterpart, isVoid }: CorrectionToShow): string | null {
  if (isVoid) return "Void: the bank returned this refund, so that nothing was credited by this note.";
  const taken =
    kind === "credit" && counterpart
      ? [
          `Taken back by debit note ${counterpart.number} of ${dayOf(counterpart.issuedAt)}: the bank returned this refund.`,
        ]
      : [];
  const registered = content.seller.vatNumber
    ? []
    : [`This is not a VAT ${kind} note: it carries no VAT registration number.`];
  return [...taken, ...registered].join(" ") || null;
}

function closingOf(
  order: CorrectedOrder,
  { kind, refunded, issuedAt, counterpart }: CorrectionToShow,
): string {
  if (kind === "debit") {
    const amount =
      refunded === null ? "The refund" : `The refund of ${formatMoney(refunded, order.currency)}`;
    return `${amount} came back to us, so that credit note ${counterpart?.number ?? ""} no longer counts. There is nothing to pay.`;
  }
  return refunded === null
    ? "Nothing was paid, and nothing is to be paid any more."
    : `${formatMoney(refunded, order.currency)} was refunded ${paymentLabels[order.paymentMethod]} on ${dayOf(issuedAt)}.`;
}

/** "debit note" → "Debit note" */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Credit {
  /** The amount refunded, in pence. */
  amount: Pence;
  /** Units of goods lines that came back, by the line's position on the invoice. */
  returned: readonly { position: number; quantity: number }[];
}

type Credited = Pick<VatDocumentLine, "position" | "vat" | "gross">;

/**
 * Apportions a refund over the lines of its invoice, to the penny: first to the returned goods at their price, then
 * the rest over what remains of all lines by value. Amounts credited by earlier notes are excluded, so that all notes
 * of an invoice together never credit more of a line, nor more VAT, than it charged; once a line is credited in full,
 * all of its VAT is. Lines without an amount are not listed.
 */
export function creditLinesOf(
  invoiced: readonly VatDocumentLine[],
  earlier: readonly Credited[],
  { amount, returned }: Credit,
): VatDocumentLine[] {
  const lines = invoiced.map((line) => ({ line, before: creditedBefore(line, earlier) }));
  const left = lines.map(({ line, before }) => Math.max(0, line.gross - before.gross));
  // Refunds stay within what was captured. Should a provider ever report more, the note still states what was paid
  // out.
  const open = sum(left) >= amount ? left : lines.map(({ line }) => line.gross);

  const units = lines.map(({ line }) => unitsOf(line, returned));
  const goods = lines.map(({ line }, index) =>
    Math.min((line.unitPrice ?? 0) * (units[index] ?? 0), open[index] ?? 0),
  );
  const forGoods = apportion(Math.min(amount, sum(goods)), goods);
  const remaining = open.map((gross, index) => gross - (forGoods[index] ?? 0));
  const forRest = apportion(amount - sum(forGoods), remaining);

  return lines.flatMap(({ line, before }, index) => {
    const gross = (forGoods[index] ?? 0) + (forRest[index] ?? 0);
    if (gross === 0) return [];
    const vat = vatOfPart(line, before.gross + gross) - before.vat;
    const amounts = { net: gross - vat, vat, gross };
    return [{ ...line, ...whatOf(line, units[index] ?? 0, gross), ...amounts }];
  });
}

function creditedBefore({ position }: VatDocumentLine, earlier: readonly Credited[]) {
  const same = earlier.filter((line) => line.position === position);
  return { vat: sum(same.map(({ vat }) => vat)), gross: sum(same.map(({ gross }) => gross)) };
}

function unitsOf({ position }: VatDocumentLine, returned: Credit["returned"]): number {
  return sum(returned.filter((goods) => goods.position === position).map(({ quantity }) => quantity));
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

/**
 * Apportions an amount by weights, to the penny; odd pence go where most was cut off. No share exceeds its weight while
 * the amount does not exceed all weights.
 */
function apportion(amount: Pence, weights: readonly Pence[]): Pence[] {
  const whole = sum(weights);
  if (amount <= 0 || whole <= 0) return weights.map(() => 0);
  // BigInt: the product of two amounts may exceed the largest exact number.
  const shares = weights.map((weight, index) => ({
    index,
    gross: Number((BigInt(amount) * BigInt(weight)) / BigInt(whole)),
    cutOff: Number((BigInt(amount) * BigInt(weight)) % BigInt(whole)),
  }));
  let odd = amount - sum(shares.map(({ gross }) => gross));
  for (const share of shares.toSorted((a, b) => b.cutOff - a.cutOff)) {
    if (odd === 0) break;
    share.gross += 1;
    odd -= 1;
  }
  return shares.map(({ gross }) => gross);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
