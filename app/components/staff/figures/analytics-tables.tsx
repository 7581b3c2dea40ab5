import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayCount, displayDecimal, displayMonth } from "#app/lib/display.ts";
import { orderStatuses } from "#server/orders/status/order-status.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { Analytics, BestSeller, MonthOfSales } from "#server/reports/analytics-view.ts";

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

/** The numbers of the monthly charts, newest first. */
export function MonthsTable({ months, currency }: { months: MonthOfSales[]; currency: CurrencyCode }) {
  return (
    <section aria-labelledby="month-by-month" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="month-by-month" className="font-text text-base font-medium">
        Month by month
      </h3>
      <Table caption="The numbers of the charts, month by month">
        <thead>
          <tr>
            <HeadCell>Month</HeadCell>
            <HeadCell className="text-right">Orders</HeadCell>
            <HeadCell className="text-right">All order totals</HeadCell>
            <HeadCell className="text-right">Excluding cancelled and refunded</HeadCell>
            <HeadCell className="text-right">Average order</HeadCell>
            <HeadCell className="text-right">CO₂</HeadCell>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {[...months].reverse().map(({ month, orders, revenue, kept, averageOrder, co2Kg }) => (
            <tr key={month}>
              <th scope="row" className="border-b border-line px-3 py-1.5 font-normal whitespace-nowrap">
                {displayMonth(month)}
              </th>
              <Cell className="py-1.5! text-right">{displayCount(orders)}</Cell>
              <Cell className="py-1.5! text-right">{formatMoney(revenue, currency)}</Cell>
              <Cell className="py-1.5! text-right">{formatMoney(kept, currency)}</Cell>
              <Cell className="py-1.5! text-right">
                {averageOrder === null ? "–" : formatMoney(averageOrder, currency)}
              </Cell>
              <Cell className="py-1.5! text-right whitespace-nowrap">
                {co2Kg === null ? "–" : `${displayDecimal(co2Kg)} kg`}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
