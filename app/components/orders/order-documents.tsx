import { Link } from "@remix-run/react";
import { correctionNotePath, invoicePath } from "#server/orders/invoices/invoice-path.ts";
import type { CorrectionNoteView } from "#server/orders/lists/shopper-order.server.ts";
import { formatPounds } from "#server/pricing/money.ts";

interface OrderDocumentsProps {
  invoiceNumber: string;
  notes: readonly CorrectionNoteView[];
  /** The token of the signed link that opened the order, if there is one. */
  token: string | null;
}

/** The invoice of an order and the notes that correct it. */
export function OrderDocuments({ invoiceNumber, notes, token }: OrderDocumentsProps) {
  return (
    <ul className="grid gap-1">
      <li>
        <Paper to={invoicePath(invoiceNumber, token)}>Invoice</Paper>
      </li>
      <NoteItems invoiceNumber={invoiceNumber} notes={notes} token={token} />
    </ul>
  );
}

/** Each credit and debit note as an item of a list. */
export function NoteItems({ invoiceNumber, notes, token }: OrderDocumentsProps) {
  return notes.map((note) => (
    <li key={note.number}>
      <Paper to={correctionNotePath(invoiceNumber, note.number, token)}>
        {note.kind === "credit" ? "Credit note" : "Debit note"} {note.number}
      </Paper>
      , {formatPounds(note.amount)} {becauseOf(note)}
    </li>
  ));
}

function becauseOf({ kind, refundId }: CorrectionNoteView): string {
  if (kind === "debit") return "came back from the bank";
  return refundId === null ? "cancelled" : "refunded";
}

function Paper({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-6 items-center text-moss underline">
      {children}
    </Link>
  );
}
