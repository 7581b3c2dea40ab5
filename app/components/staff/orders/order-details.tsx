import { Link } from "@remix-run/react";
import { OrderItemsTable } from "#app/components/orders/order-items-table.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import { invoicePath } from "#server/orders/invoices/invoice-path.ts";
import { hasMoney, type PackingOrder, totalsOfOrder } from "#server/orders/lists/order-view.ts";
import type { DisputeView } from "#server/orders/lists/staff-order-view.ts";
import { orderSums, plainWords } from "#server/settings/tax-labels.ts";
import { DisputeBadge } from "./order-disputes.tsx";
import { OrderStatusBadge } from "./order-status-badge.tsx";

/** Everything staff see of one order, as far as they may. */
export function OrderDetails({ order }: { order: PackingOrder & { disputes?: readonly DisputeView[] } }) {
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
        <OrderStatusBadge status={order.status} />
        {order.disputes?.map(({ id, status }) => (
          <DisputeBadge key={id} status={status} />
        ))}
        Placed {displayDate(order.createdAt)} at {displayTime(order.createdAt)}
        {hasMoney(order) && (
          <Link to={invoicePath(order.invoiceNumber, null)} className="text-moss underline">
            Invoice
          </Link>
        )}
      </p>
      <dl className="grid gap-x-6 gap-y-3 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
        <Fact label="Customer" value={order.customerName} />
        <Fact label="Email" value={order.customerEmail} />
        {order.customerPhone && <Fact label="Phone" value={order.customerPhone} />}
        <Fact label="Address" value={order.customerAddress} />
        {order.delivery &&
          packingFacts(order.delivery).map(({ label, value }) => (
            <Fact key={label} label={label} value={value} />
          ))}
      </dl>
      {hasMoney(order) ? (
        <OrderItemsTable
          order={order}
          totalTitle="Line total"
          below={(item) => `Product ID ${item.productId}`}
          sums={orderSums(totalsOfOrder(order), plainWords, order.currency)}
        />
      ) : (
        <PackingList order={order} />
      )}
    </div>
  );
}

/** What goes into the parcel. */
function PackingList({ order }: { order: PackingOrder }) {
  return (
    <Table caption={`Items of ${order.invoiceNumber}`}>
      <thead>
        <tr>
          <HeadCell>Item</HeadCell>
          <HeadCell className="text-right">Quantity</HeadCell>
        </tr>
      </thead>
      <tbody>
        {order.items.map(({ id, productId, productName, quantity }) => (
          <tr key={id}>
            <Cell>
              {productName}
              <span className="block text-sm text-ink-soft">Product ID {productId}</span>
            </Cell>
            <Cell className="text-right tabular-nums">{quantity}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
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
