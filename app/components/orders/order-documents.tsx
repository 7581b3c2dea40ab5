import { Link } from "@remix-run/react";
import { correctionNotePath, invoicePath } from "#server/orders/invoices/invoice-path.ts";
import type { CorrectionNoteView } from "#server/orders/lists/shopper-order.server.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";

interface OrderDocumentsProps {
  order: { invoiceNumber: string; notes: readonly CorrectionNoteView[]; currency: CurrencyCode };
  /** The token of the signed link that opened the order, if there is one. */
  token: string | null;
}

/** The invoice of an order and the notes that correct it. */
export function OrderDocuments({ order, token }: OrderDocumentsProps) {
  return (
    <ul className="grid gap-1">
      <li>
        <DocumentLink to={invoicePath(order.invoiceNumber, token)}>Invoice</DocumentLink>
      </li>
      <NoteItems order={order} token={token} />
    </ul>
  );
}

/** Each credit and debit note as an item of a list. */
export function NoteItems({ order, token }: OrderDocumentsProps) {
  return order.notes.map((note) => (
    <li key={note.number}>
      <DocumentLink to={correctionNotePath(order.invoiceNumber, note.number, token)}>
        {note.kind === "credit" ? "Credit note" : "Debit note"} {note.number}
      </DocumentLink>
      , {formatMoney(note.amount, order.currency)} {becauseOf(note)}
    </li>
  ));
}

function becauseOf({ kind, refundId }: CorrectionNoteView): string {
  if (kind === "debit") return "came back from the bank";
  return refundId === null ? "cancelled" : "refunded";
}

function DocumentLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-6 items-center text-moss underline">
      {children}
    </Link>
  );
}
