import { Link } from "@remix-run/react";
import { OrderStatusBadge } from "#app/components/staff/order-status-badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate } from "#app/lib/display-date.ts";
import type { OrderView } from "#server/orders/order-view.ts";
import { formatPounds } from "#server/pricing/money.ts";

interface OwnOrdersTableProps {
  orders: OrderView[];
  /** Where an order's details are. */
  hrefOf: (orderId: number) => string;
  /** Where the list goes on, when it does. */
  olderHref: string | null;
}

/** A customer's own orders, the newest first. */
export function OwnOrdersTable({ orders, hrefOf, olderHref }: OwnOrdersTableProps) {
  if (orders.length === 0) {
    return (
      <EmptyState title="No orders yet" action={<ButtonLink to="/products">Start Shopping</ButtonLink>}>
        What you buy while signed in, and what you bought before with your verified email address, shows here.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <Table caption="My orders">
        <thead>
          <tr>
            <HeadCell>Order</HeadCell>
            <HeadCell>Date</HeadCell>
            <HeadCell>Status</HeadCell>
            <HeadCell className="text-right">Total</HeadCell>
            <HeadCell>
              <span className="sr-only">Details</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <Cell className="whitespace-nowrap font-medium">{order.invoiceNumber}</Cell>
              <Cell className="whitespace-nowrap">{displayDate(order.createdAt)}</Cell>
              <Cell>
                <OrderStatusBadge status={order.status} />
              </Cell>
              <Cell className="text-right tabular-nums">{formatPounds(order.totalAmount)}</Cell>
              <Cell className="text-right">
                <Link
                  to={hrefOf(order.id)}
                  preventScrollReset
                  className="inline-flex min-h-6 items-center whitespace-nowrap text-moss underline"
                >
                  View Details<span className="sr-only"> of {order.invoiceNumber}</span>
                </Link>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {olderHref && (
        <ButtonLink to={olderHref} variant="secondary" className="justify-self-start">
          Older orders
        </ButtonLink>
      )}
    </div>
  );
}
