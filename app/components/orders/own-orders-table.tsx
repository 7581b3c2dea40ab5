import { Link } from "@remix-run/react";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate } from "#app/lib/display.ts";
import type { OwnOrder } from "#server/orders/order-views.server.ts";
import { formatMoney } from "#server/pricing/money.ts";

const onPhone = "max-sm:border-0 max-sm:p-0";

interface OwnOrdersTableProps {
  orders: OwnOrder[];
  /** The address of an order's details. */
  hrefOf: (orderId: number) => string;
  /** The address of the next page, if there is one. */
  olderHref: string | null;
}

/** A customer's own orders, newest first. On a phone each row of the table is three lines. */
export default function OwnOrdersTable({ orders, hrefOf, olderHref }: OwnOrdersTableProps) {
  if (orders.length === 0) {
    return (
      <EmptyState title="No orders yet" action={<ButtonLink to="/products">Start Shopping</ButtonLink>}>
        What you buy while signed in, and what you bought before with your verified email address, shows here.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <Table caption="My orders" className="max-sm:block max-sm:border-t max-sm:border-line">
        <thead className="max-sm:hidden">
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
        <tbody className="max-sm:block">
          {orders.map((order) => (
            <tr
              key={order.id}
              className="border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-b max-sm:py-3"
            >
              <Cell className={`${onPhone} whitespace-nowrap font-medium`}>{order.invoiceNumber}</Cell>
              <Cell className={`${onPhone} whitespace-nowrap max-sm:row-start-2`}>
                {displayDate(order.createdAt)}
              </Cell>
              <Cell className={`${onPhone} max-sm:justify-self-end`}>
                <OrderStatusBadge status={order.status} />
              </Cell>
              <Cell className={`${onPhone} text-right tabular-nums max-sm:row-start-2`}>
                {formatMoney(order.totalAmount, order.currency)}
              </Cell>
              <Cell className={`${onPhone} sm:text-right max-sm:col-span-2`}>
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
