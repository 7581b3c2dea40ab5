import { Form, Link, useNavigation } from "@remix-run/react";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { useOrderSums } from "#app/lib/use-tax-labels.ts";
import { deliveryFacts } from "#server/checkout/delivery-choice.ts";
import { totalsOfOrder } from "#server/orders/order.ts";
import type { OpenedOwnOrder } from "#server/orders/own-orders.server.ts";
import { withdrawalPath, withdrawalTexts } from "#server/orders/withdrawal-texts.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { perMeasureText } from "#server/pricing/price-per-measure.ts";
import { DeliveryFactList, OrderDocuments, OrderItemsTable, OrderTimeline } from "./order-facts.tsx";

/** Everything a customer sees of one of their orders. */
export default function OwnOrderDetails({ order }: { order: OpenedOwnOrder }) {
  const buying = useNavigation().formData?.get("intent") === "buy-again";
  const sums = useOrderSums(totalsOfOrder(order), order.currency);
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
        <OrderStatusBadge status={order.status} />
        Placed {displayDate(order.createdAt)} at {displayTime(order.createdAt)}
      </p>
      <OrderItemsTable
        order={order}
        totalTitle="Total"
        below={({ price, perMeasure }) => (
          <>
            {formatMoney(price, order.currency)} each
            {perMeasure && (
              <span className="block whitespace-nowrap">{perMeasureText(perMeasure, order.currency)}</span>
            )}
          </>
        )}
        sums={sums}
      />
      <div>
        <h3 className="font-medium">Delivery address</h3>
        <p className="mt-1 text-ink-soft">
          {order.customerName}, {order.customerAddress}
        </p>
        {order.delivery && <DeliveryFactList facts={deliveryFacts(order.delivery)} />}
      </div>
      {order.status !== "cancelled" && (
        <p>
          <span>
            You may cancel until 14 days after the day you receive the goods
            {order.cancelBy && `: at least until ${displayDate(order.cancelBy)}`}.
          </span>{" "}
          <Link to={withdrawalPath(order.invoiceNumber, null)} className="underline">
            {withdrawalTexts[order.wording].link}
          </Link>
        </p>
      )}
      {order.timeline.length > 0 && (
        <div>
          <h3 className="font-medium">Timeline</h3>
          <OrderTimeline events={order.timeline} />
        </div>
      )}
      <div>
        <h3 className="mb-1 font-medium">Documents</h3>
        <OrderDocuments order={order} token={null} />
      </div>
      <Form method="post" action="/account/settings?tab=orders">
        <input type="hidden" name="intent" value="buy-again" />
        <input type="hidden" name="orderId" value={order.id} />
        <Button variant="secondary" pending={buying}>
          Buy again
        </Button>
      </Form>
    </div>
  );
}
