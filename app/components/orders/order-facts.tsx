import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import type { DeliveryFact } from "#server/checkout/delivery-choice.ts";
import { carbonStatementPath, correctionNotePath, invoicePath } from "#server/orders/order.ts";
import type { OwnOrder } from "#server/orders/order-views.server.ts";
import type { CorrectionNoteView } from "#server/orders/own-orders.server.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { OrderSum } from "#server/settings/company-facts.ts";

interface TimelineEvent {
  id: number;
  message: string;
  /** ISO date and time. */
  createdAt: string;
}

/** What happened to an order, oldest first. */
export function OrderTimeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="mt-2 grid gap-3 border-l-2 border-line pl-4">
      {events.map((event) => (
        <li key={event.id} className="text-[0.9375rem]">
          <span className="break-words">{event.message}</span>
          <span className="block text-sm text-ink-soft">{displayMoment(event.createdAt)}</span>
        </li>
      ))}
    </ol>
  );
}

/** How an order goes out: what was chosen, and what the driver was told. */
export function DeliveryFactList({ facts }: { facts: readonly DeliveryFact[] }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="break-words max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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

type Item = Omit<OwnOrder["items"][number], "perMeasure">;

interface OrderItemsTableProps<Shown extends Item> {
  order: Pick<OwnOrder, "invoiceNumber" | "currency"> & { items: readonly Shown[] };
  /** The heading of the last column. */
  totalTitle: string;
  /** A remark below an item's name. */
  below: (item: Shown) => ReactNode;
  sums: readonly OrderSum[];
}

/** The items of an order, and their sums. */
export function OrderItemsTable<Shown extends Item>({
  order,
  totalTitle,
  below,
  sums,
}: OrderItemsTableProps<Shown>) {
  return (
    <Table caption={`Items of ${order.invoiceNumber}`}>
      <thead>
        <tr>
          <HeadCell>Item</HeadCell>
          <HeadCell className="text-right">Quantity</HeadCell>
          <HeadCell className="text-right">{totalTitle}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.id}>
            <Cell>
              {item.productName}
              <span className="block text-sm text-ink-soft">{below(item)}</span>
            </Cell>
            <Cell className="text-right tabular-nums">{item.quantity}</Cell>
            <Cell className="text-right tabular-nums">
              {formatMoney(item.price * item.quantity, order.currency)}
            </Cell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map((sum) => (
          <Sum key={sum.label} sum={sum} />
        ))}
      </tfoot>
    </Table>
  );
}

function Sum({ sum: { label, amount, kind } }: { sum: OrderSum }) {
  const weight = kind === "total" ? "font-semibold" : "font-normal text-ink-soft";
  return (
    <tr>
      <th scope="row" colSpan={2} className={`px-3 pt-2 text-left ${weight}`}>
        {label}
      </th>
      <td className={`px-3 pt-2 text-right tabular-nums ${weight}`}>{amount}</td>
    </tr>
  );
}
