import { formatPounds, type Pence } from "#server/pricing/money.ts";
import { paymentLabels } from "../payment/payment-labels.ts";
import type { RestockedLine } from "../refunds/refund-rules.ts";
import { creditLinesOf } from "./credit-lines.ts";
import type { InvoiceSeller } from "./invoice-seller.ts";
import {
  addressLines,
  dayOf,
  sumByRate,
  sumOf,
  type VatDocument,
  type VatDocumentLine,
} from "./vat-document.ts";
import { type InvoicedOrder, invoiceLinesOf } from "./vat-invoice.ts";

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
  "invoiceNumber" | "vatInvoiceNumber" | "customerName" | "billingAddress" | "paymentMethod" | "createdAt"
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
}

interface ToCredit {
  amount: Pence;
  restock: readonly RestockedLine[];
  /** Credit notes that were issued for this order before and still stand. */
  earlier: readonly IssuedNote[];
}

/** Makes what a credit note says about an order's invoice; it is stored and never changes. */
export function creditOf(
  order: Pick<InvoicedOrder, "shippingCost"> & {
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

/** The document of a note with all that HMRC requires: which invoice it corrects, why, and by how much. */
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
    const amount = refunded === null ? "The refund" : `The refund of ${formatPounds(refunded)}`;
    return `${amount} came back to us, so that credit note ${counterpart?.number ?? ""} no longer counts. There is nothing to pay.`;
  }
  return refunded === null
    ? "Nothing was paid, and nothing is to be paid any more."
    : `${formatPounds(refunded)} was refunded ${paymentLabels[order.paymentMethod]} on ${dayOf(issuedAt)}.`;
}

/** "debit note" → "Debit note" */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
