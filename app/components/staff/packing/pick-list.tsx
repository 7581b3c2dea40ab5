import { Card } from "#app/components/ui/card.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import type { OrderToPack } from "#server/orders/packing.server.ts";
import { isReady, pickListOf } from "#server/orders/packing-list.ts";

/** What to fetch from the shelves for all of them that can go now. */
export function PickList({ orders }: { orders: readonly OrderToPack[] }) {
  const waiting = orders.filter((order) => !isReady(order)).length;
  return (
    <Card role="region" aria-labelledby="pick-list" className="grid gap-4">
      <h2 id="pick-list" className="text-xl">
        Pick list
      </h2>
      {waiting > 0 && (
        <p className="text-ink-soft">
          Without {waiting === 1 ? "the order" : `the ${waiting} orders`} that cannot go yet.
        </p>
      )}
      <Table caption="Units to fetch, by product">
        <thead>
          <tr>
            <HeadCell>Product</HeadCell>
            <HeadCell className="text-right">Units</HeadCell>
            <HeadCell className="text-right">Orders</HeadCell>
          </tr>
        </thead>
        <tbody>
          {pickListOf(orders).map(({ productId, productName, quantity, orders: count }) => (
            <tr key={productId}>
              <Cell>{productName}</Cell>
              <Cell className="text-right text-lg font-semibold tabular-nums">{quantity}</Cell>
              <Cell className="text-right tabular-nums">{count}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
