import { Link } from "@remix-run/react";
import { creditNotePath, invoicePath } from "#server/orders/invoice-path.ts";
import { formatPounds } from "#server/pricing/money.ts";

interface OrderPapersProps {
  invoiceNumber: string;
  creditNotes: readonly { number: string; amount: number }[];
  /** Of the signed link that opened the order, if one did. */
  token: string | null;
}

/** The invoice of an order and a credit note for each refund. */
export function OrderPapers({ invoiceNumber, creditNotes, token }: OrderPapersProps) {
  return (
    <ul className="grid gap-1">
      <li>
        <Paper to={invoicePath(invoiceNumber, token)}>Invoice</Paper>
      </li>
      {creditNotes.map(({ number, amount }) => (
        <li key={number}>
          <Paper to={creditNotePath(invoiceNumber, number, token)}>Credit note {number}</Paper>,{" "}
          {formatPounds(amount)} refunded
        </li>
      ))}
    </ul>
  );
}

function Paper({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-6 items-center text-moss underline">
      {children}
    </Link>
  );
}
