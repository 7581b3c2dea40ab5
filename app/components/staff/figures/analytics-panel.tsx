import { Form, useSearchParams } from "@remix-run/react";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { AsOf, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayCount, displayDecimal, displayMonth } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { type OrderStatus, orderStatuses } from "#server/orders/order.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import { type AnalyticsQuery, parseAnalyticsQuery } from "#server/reports/analytics.ts";
import type { Analytics, BestSeller } from "#server/reports/find-analytics.server.ts";
import { periodWords, SalesCharts, SalesTable } from "./sales-charts.tsx";

/** The Analytics tab: the stated figures, then charts and the table of their numbers. Loaded when it is opened. */
export default function AnalyticsPanel() {
  const [search] = useSearchParams();
  const query = parseAnalyticsQuery(search);
  const [data, list] = trpc.reports.analytics.useSuspenseQuery(query);
  const words = periodWords(query.span);
  return (
    <StaffPanel
      id="analytics"
      title="Analytics"
      list={list}
      actions={
        <>
          <SmallButtonLink to="/admin?tab=analytics&view=vat" preventScrollReset>
            VAT report
          </SmallButtonLink>
          <SmallButtonLink to="/admin?tab=analytics&view=packaging" preventScrollReset>
            Packaging
          </SmallButtonLink>
        </>
      }
      what="the figures"
    >
      <AnalyticsFigures analytics={data} />
      <AsOf moment={data.asOf} />
      <ChoiceForm query={query} analytics={data} />
      <SalesCharts analytics={data} words={words} />
      <div className="grid gap-8 lg:grid-cols-2">
        <OrdersByStatus analytics={data} />
        <BestSellersTable
          bestSellers={data.bestSellers}
          currency={data.currency}
          when={query.period === "all" ? "all time" : displayMonth(query.period)}
        />
      </div>
      <SalesTable analytics={data} words={words} />
    </StaffPanel>
  );
}

function AnalyticsFigures({ analytics }: { analytics: Analytics }) {
  const { totalRevenue, revenueThisMonth, ordersThisMonth, averageOrder, totalOrders, byStatus, currency } =
    analytics;
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-surface sm:grid-cols-3 xl:grid-cols-6">
      <Figure label="Total Revenue" value={formatMoney(totalRevenue, currency)} />
      <Figure
        label="This Month"
        value={formatMoney(revenueThisMonth, currency)}
        note={`${displayCount(ordersThisMonth)} ${ordersThisMonth === 1 ? "order" : "orders"}`}
      />
      <Figure
        label="Average Order"
        value={averageOrder === null ? "–" : formatMoney(averageOrder, currency)}
      />
      <Figure label="Total Orders" value={displayCount(totalOrders)} />
      <Figure label="Completed" value={displayCount(byStatus.completed)} />
      <Figure label="Pending" value={displayCount(byStatus.pending)} />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="-mt-px -ml-px border-t border-l border-line px-4 py-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-xs text-ink-soft">{note}</dd>}
    </div>
  );
}

/** What the charts cover: a GET form, so that the choice is in the address. */
function ChoiceForm({ query, analytics }: { query: AnalyticsQuery; analytics: Analytics }) {
  return (
    <Form
      method="get"
      action="/admin"
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
      key={`${query.span} ${query.period} ${analytics.currency}`}
    >
      <input type="hidden" name="tab" value="analytics" />
      <SelectField
        label="Time shown"
        name="span"
        defaultValue={query.span}
        options={[
          { value: "12", label: "Last 12 months" },
          { value: "24", label: "Last 24 months" },
          { value: "all", label: "All months" },
          { value: "days", label: "Last 4 weeks, by day" },
        ]}
      />
      <SelectField
        label="Best sellers of"
        name="period"
        defaultValue={query.period}
        options={[
          { value: "all", label: "All time" },
          ...analytics.periods.map((period) => ({ value: period, label: displayMonth(period) })),
        ]}
      />
      <Button variant="secondary">Show</Button>
    </Form>
  );
}

function OrdersByStatus({ analytics: { byStatus, totalOrders } }: { analytics: Analytics }) {
  const shareOf = (status: OrderStatus) => (totalOrders === 0 ? 0 : byStatus[status] / totalOrders);
  return (
    <section aria-labelledby="orders-by-status" className="grid content-start gap-3">
      <h3 id="orders-by-status" className="font-text text-base font-medium">
        Orders by status
      </h3>
      <DataTable
        caption="Orders by status"
        rows={orderStatuses}
        keyOf={(status) => status}
        columns={[
          { head: "Status", cell: (status) => <OrderStatusBadge status={status} /> },
          {
            head: <span className="sr-only">As a bar</span>,
            cell: (status) => <ShareBar share={shareOf(status)} />,
            className: "align-middle! max-sm:hidden",
            headClassName: "w-1/2 max-sm:hidden",
          },
          { head: "Orders", cell: (status) => displayCount(byStatus[status]), ...figure },
          { head: "Share", cell: (status) => `${displayDecimal(shareOf(status) * 100)}%`, ...figure },
        ]}
      />
    </section>
  );
}

interface BestSellersTableProps {
  bestSellers: BestSeller[];
  /** "all time", "Nov 2026" */
  when: string;
  currency: CurrencyCode;
}

function BestSellersTable({ bestSellers, when, currency }: BestSellersTableProps) {
  const most = bestSellers[0]?.units ?? 1;
  return (
    <section aria-labelledby="best-sellers" className="grid content-start gap-3">
      <h3 id="best-sellers" className="font-text text-base font-medium">
        Best sellers, {when}
      </h3>
      {bestSellers.length === 0 ? (
        <p className="text-ink-soft">Nothing was sold in this time.</p>
      ) : (
        <DataTable
          caption={`Best sellers, ${when}`}
          rows={bestSellers}
          keyOf={({ productId }) => productId}
          cellClassName="py-2!"
          columns={[
            { head: "Product", cell: ({ name }) => name },
            {
              head: <span className="sr-only">As a bar</span>,
              cell: ({ units }) => <ShareBar share={units / most} />,
              className: "align-middle! max-sm:hidden",
              headClassName: "w-1/4 max-sm:hidden",
            },
            { head: "Units", cell: ({ units }) => displayCount(units), ...figure },
            { head: "Revenue", cell: ({ revenue }) => formatMoney(revenue, currency), ...figure },
          ]}
        />
      )}
    </section>
  );
}
