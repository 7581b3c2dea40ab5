import { Link } from "@remix-run/react";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate, displayTime } from "#app/lib/display-date.ts";
import { invoicePath } from "#server/orders/invoice-path.ts";
import type { OrderView } from "#server/orders/order-view.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";

/** Everything staff see of one order (spec section 2, View Details). */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
        <OrderStatusBadge status={order.status} />
        Placed {displayDate(order.createdAt)} at {displayTime(order.createdAt)}
        <Link to={invoicePath(order.invoiceNumber, null)} className="text-moss underline">
          Invoice
        </Link>
      </p>
      <dl className="grid gap-x-6 gap-y-3 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
        <Fact label="Customer" value={order.customerName} />
        <Fact label="Email" value={order.customerEmail} />
        {order.customerPhone && <Fact label="Phone" value={order.customerPhone} />}
        <Fact label="Address" value={order.customerAddress} />
      </dl>
      <Table caption={`Items of ${order.invoiceNumber}`}>
        <thead>
          <tr>
            <HeadCell>Item</HeadCell>
            <HeadCell className="text-right">Quantity</HeadCell>
            <HeadCell className="text-right">Line total</HeadCell>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <Cell>
                {item.productName}
                <span className="block text-sm text-ink-soft">Product ID {item.productId}</span>
              </Cell>
              <Cell className="text-right tabular-nums">{item.quantity}</Cell>
              <Cell className="text-right tabular-nums">{formatPounds(item.price * item.quantity)}</Cell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal" amount={formatPounds(order.subtotal)} />
          <Sum
            label="Shipping"
            amount={order.shippingCost === 0 ? "Free" : formatPounds(order.shippingCost)}
          />
          <Sum label="Total" amount={formatPounds(order.totalAmount)} strong />
        </tfoot>
      </Table>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-3">{label}</dt>
      <dd className="break-words">{value}</dd>
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
