import { Form, Link, useLocation, useSearchParams } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import {
  type Column,
  SelectBox,
  SelectionBar,
  SelectionCommand,
  SelectionLink,
} from "#app/components/staff/kit/rows-table.tsx";
import { OrderCustomer } from "#app/components/staff/staff-page.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { useMay, useMayAsk } from "#app/lib/use-may.ts";
import { hasMoney } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { type OrderSort, orderList, orderPath } from "#server/orders/order-search.ts";
import type { OrderView, PackingOrder } from "#server/orders/order-views.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";

interface OrdersTableProps {
  caption: string;
  orders: readonly PackingOrder[];
  /** How they are sorted, where its headings sort them. */
  sort?: OrderSort;
}

interface OrderColumn extends Column<PackingOrder> {
  head: string;
  /** It has others beside it on a phone. */
  isShort?: boolean;
  isMoney?: boolean;
  sort?: { ascending: OrderSort; descending: OrderSort };
}

const ofMoney = (shown: (order: OrderView) => ReactNode) => (order: PackingOrder) =>
  hasMoney(order) ? shown(order) : null;

const columns: OrderColumn[] = [
  {
    head: "Invoice",
    cell: (order) => <NumberLink order={order} />,
    className: "font-medium whitespace-nowrap tabular-nums",
  },
  {
    head: "Customer",
    cell: (order) => (
      <>
        <OrderCustomer order={order} />
        <span className="text-sm text-ink-soft max-lg:block max-lg:break-all lg:ml-2">
          {order.customerEmail}
        </span>
      </>
    ),
    // The end of a long address gives way, so that each order is one line.
    className: "max-lg:pt-1 lg:w-full lg:max-w-0 lg:min-w-48 lg:truncate",
  },
  {
    isShort: true,
    head: "Date",
    cell: ({ createdAt }) => (
      <>
        {displayDate(createdAt)}, <span className="tabular-nums">{displayTime(createdAt)}</span>
      </>
    ),
    className: "whitespace-nowrap text-ink-soft",
    sort: { ascending: "oldest", descending: "newest" },
  },
  {
    isShort: true,
    isMoney: true,
    head: "Total",
    cell: ofMoney(({ totalAmount, currency }) => formatMoney(totalAmount, currency)),
    className: "font-medium whitespace-nowrap tabular-nums lg:text-right",
    headClassName: "lg:text-right",
    sort: { ascending: "lowest", descending: "highest" },
  },
  {
    isShort: true,
    head: "Status",
    cell: (order) => <OrderBadges order={order} />,
    className: "lg:pl-6",
    headClassName: "lg:pl-6",
  },
];

/** Orders, one in a row: a table, whose rows become cards on a narrow screen. */
export function OrdersTable({ caption, orders, sort }: OrdersTableProps) {
  const seesMoney = useMay("orders.viewMoney");
  const shown = columns.filter(({ isMoney }) => seesMoney || !isMoney);
  return (
    <div className="lg:overflow-x-auto">
      <table className="w-full border-collapse text-left text-[0.9375rem] max-lg:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-lg:hidden">
          <tr className="border-b border-line-strong text-sm">
            <Head>
              <span className="sr-only">Selected</span>
            </Head>
            {shown.map((column) => (
              <ColumnHead key={column.head} column={column} current={sort} />
            ))}
            <Head className="text-right">
              <span className="sr-only">Details</span>
            </Head>
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} shown={shown} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadProps {
  column: OrderColumn;
  current: OrderSort | undefined;
}

function ColumnHead({ column: { head, headClassName, sort: way }, current }: ColumnHeadProps) {
  const sort: HeadingSort | undefined = way && current && { ...way, current };
  return (
    <Head className={headClassName} sorted={sort && ariaSort(sort)}>
      {sort ? <SortHeading sort={sort}>{head}</SortHeading> : head}
    </Head>
  );
}

function OrderRow({ order, shown }: { order: PackingOrder; shown: readonly OrderColumn[] }) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const filters = [...search].filter(([name]) => name !== "order" && name !== "tab");
  return (
    <tr
      data-row={order.id}
      className="border-line max-lg:relative max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:p-3 max-lg:pb-1 lg:h-9 lg:border-b lg:hover:bg-sunken"
    >
      <td className="max-lg:absolute max-lg:top-3 max-lg:right-3 lg:pl-2">
        <SelectBox name="order" id={order.id} label={order.invoiceNumber} />
      </td>
      {shown.map(({ head, cell, className, isShort }) => (
        <td key={head} className={classNames("lg:px-3", !isShort && "max-lg:w-full max-lg:pr-10", className)}>
          {cell(order)}
        </td>
      ))}
      <td className="max-lg:ml-auto lg:px-3 lg:text-right">
        <Form method="get" action={pathname} preventScrollReset>
          <input type="hidden" name="tab" value="orders" />
          {filters.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="order" value={order.id} />
          <Button
            variant="quiet"
            size="small"
            data-open
            className="px-2! whitespace-nowrap lg:my-0.5 lg:min-h-7.5!"
          >
            View Details <span className="sr-only">of {order.invoiceNumber}</span>
          </Button>
        </Form>
      </td>
    </tr>
  );
}

function NumberLink({ order: { id, invoiceNumber } }: { order: PackingOrder }) {
  return (
    <Link to={useOrderPage(id)} discover="none" className="inline-block py-1 text-moss underline">
      {invoiceNumber}
    </Link>
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

interface HeadProps {
  className?: string | undefined;
  sorted?: "ascending" | "descending" | undefined;
  children: ReactNode;
}

function Head({ className, sorted, children }: HeadProps) {
  return (
    <th scope="col" aria-sort={sorted} className={classNames("px-3 py-1.5 font-semibold", className)}>
      {children}
    </th>
  );
}

interface HeadingSort {
  /** What the address says for each direction. */
  ascending: string;
  descending: string;
  /** What the list is sorted by now. */
  current: string;
}

function ariaSort({ ascending, descending, current }: HeadingSort) {
  return current === ascending ? "ascending" : current === descending ? "descending" : undefined;
}

/** A heading that sorts its list, and turns it round where it is sorted by it. */
function SortHeading({ sort, children }: { sort: HeadingSort; children: ReactNode }) {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const direction = ariaSort(sort);
  const next = direction === "descending" ? sort.ascending : sort.descending;
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  const address = new URLSearchParams(parameters);
  address.set("sort", next);
  // The pages of the other order begin again.
  for (const page of ["after", "before"]) address.delete(page);
  return (
    <Link
      to={`${pathname}?${address}`}
      preventScrollReset
      className="inline-flex min-h-6 items-center gap-1 text-ink underline-offset-4"
    >
      {children}
      {direction && <Arrow aria-hidden className="size-3.5" />}
    </Link>
  );
}

/** What can be done with the selected orders: their documents, their dispatch, a file of them, and completing them. */
export function SelectedOrders() {
  const may = useMayAsk();
  return (
    <SelectionBar name="order" what="orders" commands={[orderCommands.completeMany]}>
      <SelectionLink to="/admin/packing/print" name="paper" value="slips" mark="print">
        Packing slips
      </SelectionLink>
      <SelectionLink to="/admin/packing/print" name="paper" value="picks">
        Pick list
      </SelectionLink>
      <SelectionLink to="/admin/packing/print" name="paper" value="notes">
        Delivery notes
      </SelectionLink>
      {may(orderCommands.dispatchMany.permission) && (
        <SelectionLink to="/admin/packing" mark="dispatch">
          Dispatch…
        </SelectionLink>
      )}
      {may(orderCommands.completeMany.permission) && (
        <SelectionCommand command={orderCommands.completeMany}>Mark completed</SelectionCommand>
      )}
      {may("orders.export") && <SelectionLink to="/admin/orders.csv">CSV</SelectionLink>}
    </SelectionBar>
  );
}

/** The page of an order of the list that is shown, which knows what is before and after it there. */
export function useOrderPage(id: number): string {
  const [parameters] = useSearchParams();
  return orderPath(id, parameters.get("view") === "all" ? orderList.read(parameters) : {});
}
