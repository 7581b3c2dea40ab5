import { Badge } from "#app/components/ui/badge.tsx";
import type { OrderToPack } from "#server/orders/packing.server.ts";

/** What whoever packs an order has to know before they begin. */
export function OrderBadges({ order }: { order: OrderToPack }) {
  return (
    <>
      {order.isPartSent && <Badge tone="outline">Part has gone</Badge>}
      {order.isReviewed && <Badge tone="clay">Payment under review: do not send</Badge>}
      {order.isMoneyBack && <Badge tone="clay">Payment went back: do not send</Badge>}
      {order.isBackorder && <Badge tone="clay">Paid after the stock was gone</Badge>}
      {order.withdrawn && <Badge tone="clay">Cancelled by the customer: {order.withdrawn}</Badge>}
      {order.deliveryToBeAgreed && <Badge tone="outline">Delivery to be agreed</Badge>}
    </>
  );
}
