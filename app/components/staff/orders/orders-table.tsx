import { Form, useLocation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { hasMoney, type PackingOrder } from "#server/orders/lists/order-view.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { OrderCustomer } from "./order-customer.tsx";
import { OrderStatusBadge } from "./order-status-badge.tsx";

interface OrdersTableProps {
  /** For screen readers: "The newest orders". */
  caption: string;
  orders: readonly PackingOrder[];
}

/** Orders, one in a row: a table, whose rows become cards on a narrow screen. */
export function OrdersTable({ caption, orders }: OrdersTableProps) {
  const showsTotal = orders.some(hasMoney);
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem] max-lg:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:hidden">
        <tr className="border-b border-line-strong text-sm">
          <Head>Invoice</Head>
          <Head>Customer</Head>
          <Head>Date</Head>
          {showsTotal && <Head className="text-right">Total</Head>}
          <Head className="pl-8">Status</Head>
          <Head className="text-right">
            <span className="sr-only">Details</span>
          </Head>
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-3">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { order: PackingOrder }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const filters = [...search].filter(([name]) => name !== "order" && name !== "tab");
  return (
    <tr className="border-line max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4 max-lg:gap-y-1 max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b lg:hover:bg-sunken">
      <td className="font-medium whitespace-nowrap tabular-nums lg:px-3 lg:py-1.5">{order.invoiceNumber}</td>
      <td className="max-lg:col-span-2 max-lg:row-start-2 lg:px-3 lg:py-1.5">
        <OrderCustomer order={order} />
        <span className="block text-sm break-all text-ink-soft xl:ml-2 xl:inline">{order.customerEmail}</span>
      </td>
      <td className="whitespace-nowrap text-ink-soft max-lg:row-start-3 lg:px-3 lg:py-1.5">
        {displayDate(order.createdAt)}, <span className="tabular-nums">{displayTime(order.createdAt)}</span>
      </td>
      {hasMoney(order) && (
        <td className="font-medium whitespace-nowrap tabular-nums max-lg:row-start-3 max-lg:text-right lg:px-3 lg:py-1.5 lg:text-right">
          {formatMoney(order.totalAmount, order.currency)}
        </td>
      )}
      <td className="max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end lg:py-1.5 lg:pr-3 lg:pl-8">
        <OrderBadges order={order} />
      </td>
      <td className="max-lg:col-span-2 max-lg:mt-2 lg:py-1.5 lg:pl-3 lg:text-right">
        <Form method="get" action={pathname} preventScrollReset>
          <input type="hidden" name="tab" value="orders" />
          {filters.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="order" value={order.id} />
          <Button variant="secondary" size="small" className="max-lg:w-full whitespace-nowrap">
            View Details <span className="sr-only">of {order.invoiceNumber}</span>
          </Button>
        </Form>
      </td>
    </tr>
  );
}

/** The status, and what has to be agreed before anything is sent. */
export function OrderBadges({ order }: { order: Pick<PackingOrder, "status" | "deliveryToBeAgreed"> }) {
  const isOpen = order.status === "pending" || order.status === "processing";
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <OrderStatusBadge status={order.status} />
      {isOpen && order.deliveryToBeAgreed && <Badge tone="outline">Agree delivery</Badge>}
    </span>
  );
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={classNames("px-3 py-2 font-semibold", className)}>
      {children}
    </th>
  );
}
