import { Link } from "@remix-run/react";
import { carbonStatementPath, correctionNotePath, invoicePath } from "#server/orders/order.ts";
import type { CorrectionNoteView } from "#server/orders/own-orders.server.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";

interface Noted {
  invoiceNumber: string;
  notes: readonly CorrectionNoteView[];
  currency: CurrencyCode;
}

interface OrderDocumentsProps {
  order: Noted & { hasCarbonStatement: boolean };
  /** The token of the signed link that opened the order, if there is one. */
  token: string | null;
}

/** The invoice of an order, the notes that correct it, and its carbon statement where one holds. */
export function OrderDocuments({ order, token }: OrderDocumentsProps) {
  return (
    <ul className="grid gap-1">
      <li>
        <DocumentLink to={invoicePath(order.invoiceNumber, token)}>Invoice</DocumentLink>
      </li>
      <NoteItems order={order} token={token} />
      {order.hasCarbonStatement && (
        <li>
          <DocumentLink to={carbonStatementPath(order.invoiceNumber, token)}>Carbon statement</DocumentLink>
        </li>
      )}
    </ul>
  );
}

/** Each credit and debit note as an item of a list. */
export function NoteItems({ order, token }: { order: Noted; token: string | null }) {
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
