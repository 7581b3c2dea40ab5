import { displayDate } from "#app/lib/display.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import type { OrderToPack } from "#server/orders/packing/packing-list.ts";

interface PaperProps {
  order: OrderToPack;
  sender: { storeName: string; storeAddress: string };
}

/** What goes into the box, with a square to tick for each line; nothing on it tells of money. */
export function PackingSlip({ order, sender }: PaperProps) {
  const facts = order.delivery ? packingFacts(order.delivery) : [];
  return (
    <article className="mb-8 break-after-page rounded-xl border border-line bg-surface p-6 print:mb-0 print:rounded-none print:border-0 print:p-0">
      <p className="text-sm text-ink-soft">
        {sender.storeName}, {sender.storeAddress}
      </p>
      <h2 className="mt-4 text-2xl">Packing slip {order.invoiceNumber}</h2>
      <p className="text-sm text-ink-soft">Ordered {displayDate(order.createdAt)}</p>
      <Address order={order} className="mt-4 text-lg" />
      {order.customerPhone && <p className="text-ink-soft">{order.customerPhone}</p>}
      {facts.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-6 divide-y divide-line border-y border-line text-lg">
        {order.lines.map(({ lineId, productName, quantity }) => (
          <li key={lineId} className="flex items-center gap-4 py-2">
            <span aria-hidden className="size-5 shrink-0 rounded-sm border-2 border-current" />
            <span className="w-14 text-right font-semibold tabular-nums">{quantity} ×</span>
            {productName}
          </li>
        ))}
      </ul>
      {order.withdrawn && <p className="mt-3 font-semibold">Cancelled by the customer: {order.withdrawn}</p>}
      {order.isPartSent && <p className="mt-3">The rest of an order of which a part has gone.</p>}
    </article>
  );
}

/** A sheet of A6 for the outside of a parcel. */
export function AddressLabel({ order, sender }: PaperProps) {
  return (
    <article className="page-label mb-8 grid gap-6 break-after-page rounded-xl border border-line bg-surface p-6 print:mb-0 print:rounded-none print:border-0 print:p-0">
      <Address order={order} className="text-2xl leading-snug font-medium" />
      <p className="text-sm">
        {order.invoiceNumber}
        <br />
        If undelivered, return to {sender.storeName}, {sender.storeAddress}
      </p>
    </article>
  );
}

/** A line for each part of it. */
function Address({ order, className }: { order: OrderToPack; className: string }) {
  return (
    <p className={className}>
      {[order.customerName, ...order.customerAddress.split(", ")].map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never move
        <span key={index} className="block">
          {part}
        </span>
      ))}
    </p>
  );
}
