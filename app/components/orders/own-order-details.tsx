import { Form } from "@remix-run/react";
import { OrderStatusBadge } from "#app/components/staff/order-status-badge.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate, displayTime } from "#app/lib/display-date.ts";
import type { OwnOrder } from "#server/orders/find-own-orders.server.ts";
import { invoicePath } from "#server/orders/invoice-path.ts";
import { formatPounds } from "#server/pricing/money.ts";

/** Everything a customer sees of one own order. */
export function OwnOrderDetails({ order }: { order: OwnOrder }) {
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
        <OrderStatusBadge status={order.status} />
        Placed {displayDate(order.createdAt)} at {displayTime(order.createdAt)}
      </p>
      <Table caption={`Items of ${order.invoiceNumber}`}>
        <thead>
          <tr>
            <HeadCell>Item</HeadCell>
            <HeadCell className="text-right">Quantity</HeadCell>
            <HeadCell className="text-right">Total</HeadCell>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <Cell>
                {item.productName}
                <span className="block text-sm text-ink-soft">{formatPounds(item.price)} each</span>
              </Cell>
              <Cell className="text-right tabular-nums">{item.quantity}</Cell>
              <Cell className="text-right tabular-nums">{formatPounds(item.price * item.quantity)}</Cell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal (inc. VAT)" amount={formatPounds(order.subtotal)} />
          <Sum label="of which VAT" amount={formatPounds(order.taxAmount)} />
          <Sum
            label="Shipping"
            amount={order.shippingCost === 0 ? "Free" : formatPounds(order.shippingCost)}
          />
          <Sum label="Total (inc. VAT)" amount={formatPounds(order.totalAmount)} strong />
        </tfoot>
      </Table>
      <div>
        <h3 className="font-medium">Delivery address</h3>
        <p className="mt-1 text-ink-soft">
          {order.customerName}, {order.customerAddress}
        </p>
      </div>
      {order.timeline.length > 0 && (
        <div>
          <h3 className="font-medium">Timeline</h3>
          <ol className="mt-2 grid gap-2 border-l border-line-strong pl-4">
            {order.timeline.map((event) => (
              <li key={event.id}>
                <span className="block text-sm text-ink-soft">
                  {displayDate(event.createdAt)}, {displayTime(event.createdAt)}
                </span>
                {event.message}
              </li>
            ))}
          </ol>
        </div>
      )}
      <Form method="post" action="/account/settings?tab=orders" className="flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="buy-again" />
        <input type="hidden" name="orderId" value={order.id} />
        <Button variant="secondary">Buy again</Button>
        <ButtonLink to={invoicePath(order.invoiceNumber, null)} variant="quiet">
          Invoice
        </ButtonLink>
      </Form>
    </div>
  );
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const weight = strong ? "font-semibold" : "font-normal text-ink-soft";
  return (
    <tr>
      <th scope="row" colSpan={2} className={`px-3 pt-2 text-left ${weight}`}>
        {label}
      </th>
      <td className={`px-3 pt-2 text-right tabular-nums ${weight}`}>{amount}</td>
    </tr>
  );
}
