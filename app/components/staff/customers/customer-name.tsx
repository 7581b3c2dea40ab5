import { Link } from "@remix-run/react";
import { useMay } from "#app/lib/use-may.ts";
import { hasMoney } from "#server/orders/order.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { type CustomerKey, customerPath } from "#server/staff/customer-view.ts";

/** Somebody's name; for those who may see customers it leads to their page. */
export function CustomerName({ of: key, name }: { of: CustomerKey; name: string }) {
  const mayFollow = useMay("customers.view");
  if (!mayFollow) return <span>{name}</span>;
  return (
    <Link to={customerPath(key)} discover="none" className="underline">
      {name}
    </Link>
  );
}

/**
 * Whose order it is, by the order: its account may have been erased, or somebody without one may have one by now. What
 * a packer is sent of an order leads to nobody.
 */
export function OrderCustomer({ order }: { order: PackingOrder }) {
  if (!hasMoney(order)) return <span>{order.customerName}</span>;
  return <CustomerName of={{ kind: "order", id: order.id }} name={order.customerName} />;
}
