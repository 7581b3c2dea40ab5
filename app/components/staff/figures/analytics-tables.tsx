import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayCount, displayDecimal } from "#app/lib/display.ts";
import { orderStatuses } from "#server/orders/order.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { Analytics, BestSeller } from "#server/reports/analytics.ts";

/** How many orders each status has, as bars with their numbers. */
export function OrdersByStatus({ analytics: { byStatus, totalOrders } }: { analytics: Analytics }) {
  return (
    <section aria-labelledby="orders-by-status" className="grid content-start gap-3">
      <h3 id="orders-by-status" className="font-text text-base font-medium">
        Orders by status
      </h3>
      <Table caption="Orders by status">
        <thead>
          <tr>
            <HeadCell>Status</HeadCell>
            <HeadCell className="w-1/2 max-sm:hidden">
              <span className="sr-only">As a bar</span>
            </HeadCell>
            <HeadCell className="text-right">Orders</HeadCell>
            <HeadCell className="text-right">Share</HeadCell>
          </tr>
        </thead>
        <tbody>
          {orderStatuses.map((status) => {
            const share = totalOrders === 0 ? 0 : byStatus[status] / totalOrders;
            return (
              <tr key={status}>
                <Cell>
                  <OrderStatusBadge status={status} />
                </Cell>
                <Cell className="align-middle! max-sm:hidden">
                  <ShareBar share={share} />
                </Cell>
                <Cell className="text-right tabular-nums">{displayCount(byStatus[status])}</Cell>
                <Cell className="text-right tabular-nums">{displayDecimal(share * 100)}%</Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}

interface BestSellersTableProps {
  bestSellers: BestSeller[];
  /** "all time", "Nov 2026" */
  when: string;
  currency: CurrencyCode;
}

/** The ten products of which most were sold. */
export function BestSellersTable({ bestSellers, when, currency }: BestSellersTableProps) {
  const most = bestSellers[0]?.units ?? 1;
  return (
    <section aria-labelledby="best-sellers" className="grid content-start gap-3">
      <h3 id="best-sellers" className="font-text text-base font-medium">
        Best sellers, {when}
      </h3>
      {bestSellers.length === 0 ? (
        <p className="text-ink-soft">Nothing was sold in this time.</p>
      ) : (
        <Table caption={`Best sellers, ${when}`}>
          <thead>
            <tr>
              <HeadCell>Product</HeadCell>
              <HeadCell className="w-1/4 max-sm:hidden">
                <span className="sr-only">As a bar</span>
              </HeadCell>
              <HeadCell className="text-right">Units</HeadCell>
              <HeadCell className="text-right">Revenue</HeadCell>
            </tr>
          </thead>
          <tbody>
            {bestSellers.map(({ productId, name, units, revenue }) => (
              <tr key={productId}>
                <Cell className="py-2!">{name}</Cell>
                <Cell className="py-2! align-middle! max-sm:hidden">
                  <ShareBar share={units / most} />
                </Cell>
                <Cell className="py-2! text-right tabular-nums">{displayCount(units)}</Cell>
                <Cell className="py-2! text-right tabular-nums">{formatMoney(revenue, currency)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
