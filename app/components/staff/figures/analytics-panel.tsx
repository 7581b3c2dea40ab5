import { Form, useSearchParams } from "@remix-run/react";
import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { displayMonth } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { type Analytics, type AnalyticsQuery, parseAnalyticsQuery } from "#server/reports/analytics.ts";
import { AnalyticsFigures, AsOf } from "./analytics-figures.tsx";
import { BestSellersTable, OrdersByStatus } from "./analytics-tables.tsx";
import { periodWords } from "./period-words.ts";
import { SalesCharts } from "./sales-charts.tsx";
import { SalesTable } from "./sales-table.tsx";

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
