import { formatPounds, type Pence } from "#server/pricing/money.ts";
import { creditLinesOf } from "./credit-lines.ts";
import type { InvoiceSeller } from "./invoice-seller.ts";
import { paymentWays } from "./payment-ways.ts";
import type { RestockedLine } from "./refund-rules.ts";
import {
  addressLines,
  dayOf,
  sumByRate,
  sumOf,
  type VatDocument,
  type VatDocumentLine,
} from "./vat-document.ts";
import { type InvoicedOrder, invoiceLinesOf } from "./vat-invoice.ts";

/** A credit note as it was on the day it was issued, kept with its refund: nothing of it is worked out again. */
export interface IssuedCreditNote {
  seller: InvoiceSeller;
  lines: VatDocumentLine[];
}

type CreditedOrder = Pick<
  InvoicedOrder,
  "invoiceNumber" | "vatInvoiceNumber" | "customerName" | "billingAddress" | "paymentMethod" | "createdAt"
>;

/** What a credit note is made from, beside the order. */
export interface CreditedRefund {
  creditNoteNumber: string;
  creditNote: IssuedCreditNote;
  amount: Pence;
  reason: string;
  completedAt: Date;
  /** The bank sent the money back after the note was issued. */
  isVoid: boolean;
}

interface RefundToCredit {
  amount: Pence;
  restock: readonly RestockedLine[];
  /** Notes that were issued for this order before and still count. */
  earlier: readonly IssuedCreditNote[];
}

/** Writes down what a refund credits of an order's invoice, for good. */
export function issueCreditNote(
  order: Pick<InvoicedOrder, "shippingCost"> & {
    lines: readonly (InvoicedOrder["lines"][number] & { id: number })[];
  },
  { amount, restock, earlier }: RefundToCredit,
  seller: InvoiceSeller,
): IssuedCreditNote {
  const returned = restock.map(({ lineId, quantity }) => ({
    position: order.lines.findIndex(({ id }) => id === lineId) + 1,
    quantity,
  }));
  const credited = earlier.flatMap(({ lines }) => lines);
  return { seller, lines: creditLinesOf(invoiceLinesOf(order), credited, { amount, returned }) };
}

/** The credit note of a refund with all that HMRC asks of one: which invoice it corrects, why, and by how much. */
export function creditNoteOf(order: CreditedOrder, refund: CreditedRefund): VatDocument {
  const { seller, lines } = refund.creditNote;
  const issuedOn = dayOf(refund.completedAt);
  return {
    heading: seller.vatNumber ? "VAT credit note" : "Credit note",
    remark: refund.isVoid
      ? "Void: the bank returned this refund, so that nothing was credited by this note."
      : seller.vatNumber
        ? null
        : "This is not a VAT credit note: it carries no VAT registration number.",
    number: refund.creditNoteNumber,
    orderNumber: order.invoiceNumber,
    issuedAt: refund.completedAt.toISOString(),
    facts: [
      { label: "Credit note number", value: refund.creditNoteNumber },
      { label: "Issue date", value: issuedOn },
      { label: "Original invoice", value: order.vatInvoiceNumber },
      { label: "Invoice date", value: dayOf(order.createdAt) },
      { label: "Order number", value: order.invoiceNumber },
    ],
    seller,
    blocks: [
      { heading: "Credited to", lines: addressLines(order.customerName, order.billingAddress) },
      { heading: "Reason", lines: [refund.reason] },
    ],
    linesTitle: "What was credited",
    lines,
    rates: sumByRate(lines),
    total: sumOf(lines),
    closing: `${formatPounds(refund.amount)} was refunded ${paymentWays[order.paymentMethod]} on ${issuedOn}.`,
  };
}
