import { displayCount, displayTime } from "#app/lib/display.ts";
import { formatMoney } from "#server/pricing/money.ts";
import type { Analytics } from "#server/reports/analytics.ts";

/** Revenue, this month, average; orders in all, completed and pending. */
export function AnalyticsFigures({ analytics }: { analytics: Analytics }) {
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

/** Says how old the figures of earlier days are; nothing where all are live. */
export function AsOf({ moment }: { moment: string | null }) {
  if (moment === null) return null;
  return (
    <p className="text-sm text-ink-soft">Today is live; earlier days are as of {displayTime(moment)}.</p>
  );
}
