import { Link } from "@remix-run/react";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { StaffPart } from "#app/components/staff/staff-panel.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate } from "#app/lib/display.ts";
import { hasMoney } from "#server/orders/order.ts";
import { orderPath } from "#server/orders/order-search.ts";
import { contentsText } from "#server/orders/parcels.ts";
import { formatMoney } from "#server/pricing/money.ts";
import type { CustomerPageView } from "#server/staff/customer-view.ts";

interface CustomerOrdersProps {
  orders: NonNullable<CustomerPageView["orders"]>;
  /** As in the address of the page. */
  customer: string;
  after: number | null;
}

/** What a customer bought, the newest first, a page at a time. */
export function CustomerOrders({ orders, customer, after }: CustomerOrdersProps) {
  const page = `/admin/customers/${customer}`;
  return (
    <StaffPart title="Orders">
      {orders.shown.length === 0 ? (
        <p className="text-ink-soft">None yet.</p>
      ) : (
        <Table caption="Orders of this customer, the newest first">
          <thead>
            <tr>
              <HeadCell>Order</HeadCell>
              <HeadCell>Date</HeadCell>
              <HeadCell>Status</HeadCell>
              {orders.shown.some(hasMoney) && <HeadCell className="text-right">Total</HeadCell>}
            </tr>
          </thead>
          <tbody>
            {orders.shown.map((order) => (
              <tr key={order.id} data-row={order.id} className="hover:bg-sunken">
                <Cell className="min-w-48">
                  <Link
                    to={orderPath(order.id)}
                    discover="none"
                    data-open
                    className="font-medium text-moss underline tabular-nums"
                  >
                    {order.invoiceNumber}
                  </Link>
                  <span className="block text-sm text-ink-soft">{contentsText(order.items)}</span>
                </Cell>
                <Cell className="whitespace-nowrap text-ink-soft">{displayDate(order.createdAt)}</Cell>
                <Cell>
                  <OrderStatusBadge status={order.status} />
                </Cell>
                {hasMoney(order) && (
                  <Cell className="text-right whitespace-nowrap tabular-nums">
                    {formatMoney(order.totalAmount, order.currency)}
                  </Cell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {(after !== null || orders.next !== null) && (
        <nav aria-label="Orders: pages" className="flex justify-center gap-3">
          {after !== null && (
            <Link to={page} className={buttonClass({ variant: "secondary", size: "small" })}>
              Newest
            </Link>
          )}
          {orders.next !== null && (
            <Link
              to={`${page}?after=${orders.next}`}
              rel="next"
              className={buttonClass({ variant: "secondary", size: "small" })}
            >
              Older
            </Link>
          )}
        </nav>
      )}
    </StaffPart>
  );
}
