import { Form, useSearchParams } from "@remix-run/react";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { OrderStatusBadge } from "#app/components/staff/orders/order-status-badge.tsx";
import { AsOf, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { ShareBar } from "#app/components/ui/share-bar.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayCount, displayDecimal, displayMonth } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { type OrderStatus, orderStatuses } from "#server/orders/order.ts";
import { type CurrencyCode, formatMoney, formatMoneyShort } from "#server/pricing/money.ts";
import { type PackagingMaterial, packagingMaterials } from "#server/pricing/pack-facts.ts";
import { type AnalyticsQuery, analyticsQuery } from "#server/reports/analytics.ts";
import type { Analytics, BestSeller } from "#server/reports/find-analytics.server.ts";
import type { PackagingReport, PackagingYear } from "#server/reports/find-packaging-report.server.ts";
import { periodLabels, SalesCharts, SalesTable } from "./sales-charts.tsx";
import { VatPanel } from "./vat-panel.tsx";

/** The Analytics tab: figures and charts, with `?view=vat` the VAT report, with `?view=packaging` the packaging. */
export default function AnalyticsPanel() {
  const [search] = useSearchParams();
  const view = search.get("view");
  if (view === "vat") return <VatPanel />;
  return view === "packaging" ? <PackagingPanel /> : <SalesPanel />;
}

/** The stated figures, then charts and the table of their numbers. */
function SalesPanel() {
  const [search] = useSearchParams();
  const query = analyticsQuery.read(search);
  const [data, list] = trpc.reports.analytics.useSuspenseQuery(query);
  const labels = periodLabels(query.span);
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
      <SalesCharts analytics={data} labels={labels} />
      <div className="grid gap-8 lg:grid-cols-2">
        <OrdersByStatus analytics={data} />
        <BestSellersTable
          bestSellers={data.bestSellers}
          currency={data.currency}
          when={query.period === "all" ? "all time" : displayMonth(query.period)}
        />
      </div>
      <SalesTable analytics={data} labels={labels} />
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

/** The packaging of each year by material, a part of the Analytics tab, and whether that makes a producer of the shop. */
function PackagingPanel() {
  const [{ years, unsaid }, list] = trpc.reports.packaging.useSuspenseQuery();
  const [present] = years;
  return (
    <StaffPanel
      id="packaging"
      title="Packaging by year"
      list={list}
      actions={
        <>
          <DownloadCsv may="reports.export" href="/admin/packaging.csv" />
          <SmallButtonLink to="/admin?tab=analytics" preventScrollReset>
            Sales figures
          </SmallButtonLink>
        </>
      }
      what="the table of packaging"
    >
      {present && <p className="max-w-prose">{producerSentence(present)}</p>}
      <DataTable
        caption="Packaging in kilograms, by year and material"
        className="text-right tabular-nums"
        cellClassName="py-1.5!"
        rows={years}
        keyOf={({ year }) => year}
        columns={[
          { head: "Year", cell: ({ year }) => year, isRowHead: true, headClassName: "text-left" },
          ...packagingMaterials.map((material) => ({
            head: materialLabels[material],
            cell: ({ grams }: PackagingReport["years"][number]) => displayDecimal(grams[material] / 1000),
          })),
          {
            head: "Together",
            cell: ({ totalGrams }) => displayDecimal(totalGrams / 1000),
            className: "font-medium",
          },
        ]}
      />
      <Unsaid unsaid={unsaid} />
      <p className="max-w-prose text-sm text-ink-soft">
        Units sold in a calendar year, less those that came back into stock, times the packaging that their
        products state today. What you sell elsewhere counts towards the limits as well, and so do pallets and
        wrapping that no product states. The turnover that counts is that of your last annual accounts.
      </p>
    </StaffPanel>
  );
}

function Unsaid({ unsaid: { names, count } }: Pick<PackagingReport, "unsaid">) {
  if (count === 0) return null;
  const more = count - names.length;
  return (
    <Notice title="Packaging that nobody has stated">
      <p>
        Sold this year, and not in the table: {names.join(", ")}
        {more > 0 && ` and ${more} more`}. A product’s form has its packaging under “Pack”.
      </p>
    </Notice>
  );
}

const materialLabels: Record<PackagingMaterial, string> = {
  paper: "Paper and card",
  plastic: "Plastic",
  wovenPlastic: "Woven plastic",
  wood: "Wood",
  glass: "Glass",
  metal: "Metal",
};

/**
 * From when on a business in the United Kingdom is a producer of packaging who registers and reports (extended producer
 * responsibility): more turnover and more packaging than this, both in a year (docs/rules.md#staff-32).
 */
const producers = [
  { kind: "large", turnover: 200_000_000, grams: 50_000_000 },
  { kind: "small", turnover: 100_000_000, grams: 25_000_000 },
] as const;

/** "1,234.5 kg" */
function kilograms(grams: number): string {
  return `${new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(grams / 1000)} kg`;
}

/** Whether the limits of a producer are reached by what this shop knows, in a sentence. */
export function producerSentence({
  year,
  totalGrams,
  turnover,
}: Pick<PackagingYear, "year" | "totalGrams" | "turnover">): string {
  const known = `${kilograms(totalGrams)} of packaging and ${formatMoney(turnover, "gbp")} of turnover without VAT in ${year}`;
  const reached = producers.find((limit) => turnover > limit.turnover && totalGrams > limit.grams);
  const [, small] = producers;
  const limits = `more than ${formatMoneyShort(small.turnover, "gbp")} of turnover and more than ${small.grams / 1_000_000} tonnes of packaging in a year`;
  if (reached) {
    return `The limits of a ${reached.kind} producer are reached: this shop knows of ${known}. Register as a packaging producer and report what you handled.`;
  }
  const half =
    totalGrams > small.grams || turnover > small.turnover ? "One of the two limits" : "Neither limit";
  return `${half} of a small producer is reached, so by these figures you need not register: this shop knows of ${known}. A small producer has ${limits}.`;
}
