import { Form, useSearchParams } from "@remix-run/react";
import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayCount, displayDecimal, displayMonth } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { orderStatuses } from "#server/orders/order.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import {
  type Analytics,
  type AnalyticsQuery,
  type BestSeller,
  parseAnalyticsQuery,
} from "#server/reports/analytics.ts";
import { AnalyticsFigures, AsOf } from "./analytics-figures.tsx";
import { periodWords } from "./period-words.ts";
import { SalesCharts, SalesTable } from "./sales-charts.tsx";

/** The Analytics tab: the stated figures, then charts and the table of their numbers. Loaded when it is opened. */
export default function AnalyticsPanel({ first, loadedAt }: DashboardPanelProps<Analytics>) {
  const [search] = useSearchParams();
  const query = parseAnalyticsQuery(search);
  const utils = trpc.useUtils();
  const list = trpc.reports.analytics.useQuery(query, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const { data } = list;
  const words = periodWords(query.span);
  return (
    <StaffPanel
      id="analytics"
      title="Analytics"
      list={list}
      onRefresh={() => {
        void utils.reports.analytics.invalidate();
        void utils.orders.totals.invalidate();
      }}
      actions={
        <>
          <ButtonLink to="/admin?tab=analytics&view=vat" variant="secondary" size="small" preventScrollReset>
            VAT report
          </ButtonLink>
          <ButtonLink
            to="/admin?tab=analytics&view=packaging"
            variant="secondary"
            size="small"
            preventScrollReset
          >
            Packaging
          </ButtonLink>
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

/** How many orders each status has, as bars with their numbers. */
function OrdersByStatus({ analytics: { byStatus, totalOrders } }: { analytics: Analytics }) {
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
