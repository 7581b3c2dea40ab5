import type { ReactNode } from "react";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import type { OwnOrder } from "#server/orders/order-views.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import type { OrderSum } from "#server/settings/company-facts.ts";

type Item = Omit<OwnOrder["items"][number], "perMeasure">;

interface OrderItemsTableProps<Shown extends Item> {
  order: Pick<OwnOrder, "invoiceNumber" | "currency"> & { items: readonly Shown[] };
  /** The heading of the last column. */
  totalTitle: string;
  /** A remark below an item's name. */
  below: (item: Shown) => ReactNode;
  sums: readonly OrderSum[];
}

/** The items of an order, and their sums. */
export function OrderItemsTable<Shown extends Item>({
  order,
  totalTitle,
  below,
  sums,
}: OrderItemsTableProps<Shown>) {
  return (
    <Table caption={`Items of ${order.invoiceNumber}`}>
      <thead>
        <tr>
          <HeadCell>Item</HeadCell>
          <HeadCell className="text-right">Quantity</HeadCell>
          <HeadCell className="text-right">{totalTitle}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.id}>
            <Cell>
              {item.productName}
              <span className="block text-sm text-ink-soft">{below(item)}</span>
            </Cell>
            <Cell className="text-right tabular-nums">{item.quantity}</Cell>
            <Cell className="text-right tabular-nums">
              {formatMoney(item.price * item.quantity, order.currency)}
            </Cell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map((sum) => (
          <Sum key={sum.label} sum={sum} />
        ))}
      </tfoot>
    </Table>
  );
}

function Sum({ sum: { label, amount, kind } }: { sum: OrderSum }) {
  const weight = kind === "total" ? "font-semibold" : "font-normal text-ink-soft";
  return (
    <tr>
      <th scope="row" colSpan={2} className={`px-3 pt-2 text-left ${weight}`}>
        {label}
      </th>
      <td className={`px-3 pt-2 text-right tabular-nums ${weight}`}>{amount}</td>
    </tr>
  );
}
