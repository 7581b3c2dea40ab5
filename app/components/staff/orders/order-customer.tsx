import { CustomerName } from "#app/components/staff/customers/customer-name.tsx";
import { hasMoney } from "#server/orders/order.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";

/**
 * Whose order it is, by the order: its account may have been erased, or somebody without one may have one by now. What
 * a packer is sent of an order leads to nobody.
 */
export function OrderCustomer({ order }: { order: PackingOrder }) {
  if (!hasMoney(order)) return <span>{order.customerName}</span>;
  return <CustomerName of={{ kind: "order", id: order.id }} name={order.customerName} />;
}
