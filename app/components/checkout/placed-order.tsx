import { DeliveryFactList, OrderDocuments, OrderTimeline } from "#app/components/orders/order-facts.tsx";
import { UseQuestion } from "#app/components/orders/use-choice.tsx";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { useOrderSums } from "#app/lib/use-tax-labels.ts";
import { deliveryFacts } from "#server/checkout/delivery-choice.ts";
import type { OrderConfirmationView } from "#server/orders/confirmation-page.server.ts";
import { withdrawalPath, withdrawalTexts } from "#server/orders/withdrawal-texts.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { perMeasureText } from "#server/pricing/price-per-measure.ts";
import type { OrderSum } from "#server/settings/company-facts.ts";

const row = "flex justify-between gap-4";

interface PlacedOrderProps {
  order: OrderConfirmationView;
  /** Of the signed link that opened it, if one did. */
  token: string | null;
  storeEmail: string;
}

/** A paid order: its number, what was bought, where it goes, what has happened and what happens next. */
export function PlacedOrder({ order, token, storeEmail }: PlacedOrderProps) {
  const sums = useOrderSums(order.totals, order.currency);
  return (
    <>
      <p className="mt-4 break-words sm:text-lg">
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
                {line.perMeasure && (
                  <span className="block text-sm text-ink-soft">
                    {perMeasureText(line.perMeasure, order.currency)}
                  </span>
                )}
              </span>
              <span className="tabular-nums">{formatMoney(line.lineTotal, order.currency)}</span>
            </li>
          ))}
        </ul>
        <dl className="mt-4 flex flex-col gap-2 tabular-nums">
          {sums.map((sum) => (
            <Amount key={sum.label} sum={sum} />
          ))}
        </dl>
      </Card>
      <Card className="mt-6" role="region" aria-labelledby="what-happens-next">
        <WhatHappensNext order={order} token={token} storeEmail={storeEmail} />
      </Card>
      {order.asksForUse && <UseQuestion invoiceNumber={order.invoiceNumber} token={token} />}
      <Card className="mt-6" role="region" aria-labelledby="timeline">
        <h2 id="timeline" className="flex flex-wrap items-center gap-3 text-xl">
          Timeline <OrderStatusBadge status={order.status} />
        </h2>
        <OrderTimeline events={order.timeline} />
      </Card>
      <Card className="mt-6" role="region" aria-labelledby="papers">
        <h2 id="papers" className="mb-2 text-xl">
          Documents
        </h2>
        <OrderDocuments order={order} token={token} />
      </Card>
    </>
  );
}

function WhatHappensNext({ order, token, storeEmail }: PlacedOrderProps) {
  const { dispatched, deliveryToBeAgreed, status } = order;
  const dispatchPromise = useRootData()?.store.dispatchPromise;
  return (
    <>
      <h2 id="what-happens-next" className="text-xl">
        What happens next
      </h2>
      {order.collection ? (
        <p className="mt-3">To be collected from {order.collection.from}.</p>
      ) : (
        <p className="mt-3">
          Delivery to {order.customerName}, {order.customerAddress}.
        </p>
      )}
      {order.delivery && <DeliveryFactList facts={deliveryFacts(order.delivery)} />}
      {order.collection?.code && status !== "cancelled" && (
        <p className="mt-3">
          It is ready. Whoever collects it names this code: <strong>{order.collection.code}</strong>
        </p>
      )}
      {dispatched && (
        <p className="mt-3">
          Sent with {dispatched.carrier}, tracking number <strong>{dispatched.trackingNumber}</strong>.
        </p>
      )}
      <p className="mt-3 text-ink-soft">
        {status === "cancelled" && "This order was cancelled; nothing more is sent."}
        {isOpen(status) &&
          (order.collection
            ? !order.collection.code && "We email you as soon as it is ready, with a code for the yard."
            : deliveryToBeAgreed
              ? "As this goes outside the United Kingdom, we will write to you to agree how and when it is delivered."
              : `We normally send orders ${dispatchPromise}, and email you when yours is on its way.`)}
        {status !== "cancelled" && ` You may cancel within 14 days of receiving it${atLeastUntil(order)}.`}{" "}
        Questions: {storeEmail}
      </p>
      {status !== "cancelled" && (
        <ButtonLink to={withdrawalPath(order.invoiceNumber, token)} variant="secondary" className="mt-4">
          {withdrawalTexts[order.wording].link}
        </ButtonLink>
      )}
    </>
  );
}

/** The shop does not learn when the goods arrived. */
function atLeastUntil({ cancelBy }: OrderConfirmationView): string {
  return cancelBy ? `, at least until ${displayDate(cancelBy)}` : "";
}

function isOpen(status: OrderConfirmationView["status"]): boolean {
  return status === "pending" || status === "processing";
}

function Amount({ sum: { label, amount, kind } }: { sum: OrderSum }) {
  return (
    <div className={kind === "total" ? `${row} border-t border-line pt-3 text-lg font-semibold` : row}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
