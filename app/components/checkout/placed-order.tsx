import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { OrderConfirmationView } from "#server/orders/find-confirmation.server.ts";
import { formatPounds } from "#server/pricing/money.ts";

const row = "flex justify-between gap-4";

/** A paid order: its number, what was bought, where it goes and what happens next. */
export function PlacedOrder({ order, storeEmail }: { order: OrderConfirmationView; storeEmail: string }) {
  return (
    <>
      <p className="mt-4 text-lg">
        Order <strong>{order.invoiceNumber}</strong> is paid. We have sent the confirmation to{" "}
        <strong>{order.customerEmail}</strong>.
      </p>
      {order.isBackorder && (
        <Notice title="Part of your order sold out while you were paying" className="mt-6">
          We will write to you shortly to agree a later delivery or a refund, whichever you prefer.
        </Notice>
      )}
      <Card className="mt-8" role="region" aria-labelledby="your-order">
        <h2 id="your-order" className="text-xl">
          Your order
        </h2>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {order.lines.map((line) => (
            <li key={line.productId} className={`${row} py-3`}>
              <span>
                <span className="font-medium">{line.productName}</span>
                <span className="block text-sm text-ink-soft">Quantity: {line.quantity}</span>
              </span>
              <span className="tabular-nums">{formatPounds(line.lineTotal)}</span>
            </li>
          ))}
        </ul>
        <dl className="mt-4 flex flex-col gap-2 tabular-nums">
          <Amount label="Subtotal (inc. VAT)" amount={formatPounds(order.subtotal)} />
          <Amount label="of which VAT" amount={formatPounds(order.vat)} />
          <Amount label="Shipping" amount={order.shipping === 0 ? "Free" : formatPounds(order.shipping)} />
          <Amount label="Total (inc. VAT)" amount={formatPounds(order.total)} strong />
        </dl>
      </Card>
      <Card className="mt-6" role="region" aria-labelledby="what-happens-next">
        <h2 id="what-happens-next" className="text-xl">
          What happens next
        </h2>
        <p className="mt-3">
          Delivery to {order.customerName}, {order.customerAddress}.
        </p>
        <p className="mt-3 text-ink-soft">
          {order.deliveryToBeAgreed
            ? "As this goes outside the United Kingdom, we will write to you to agree how and when it is delivered."
            : "We normally send orders within 2 working days, and email you when yours is on its way."}{" "}
          You may cancel within 14 days of receiving it; the confirmation email says how. Questions:{" "}
          {storeEmail}
        </p>
      </Card>
    </>
  );
}

function Amount({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div className={strong ? `${row} border-t border-line pt-3 text-lg font-semibold` : row}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
