import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { TakingsLink } from "#app/components/staff/today/todays-takings.tsx";
import type { LowStock } from "#server/catalogue/low-stock.server.ts";
import type { OrderTotals } from "#server/orders/order.ts";
import { formatMoney } from "#server/pricing/money.ts";
import type { Takings } from "#server/staff/today-view.ts";

const count = new Intl.NumberFormat("en-GB");

interface OrderSummaryCardsProps {
  totals: OrderTotals;
  /** Null where today's are not asked for. */
  takings: Takings | null;
}

/** The four figures above the list (docs/rules.md#staff-1) in one line, and before them what came in today. */
export function OrderSummaryCards({ totals, takings }: OrderSummaryCardsProps) {
  const money = (amount: number) => formatMoney(amount, totals.currency);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    <div
      role="group"
      aria-label="In figures"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-surface px-4 py-1.5 -outline-offset-2"
    >
      <dl className="flex w-max min-w-full justify-between gap-x-6">
        {takings && (
          <Figure label="Taken today" value={<TakingsLink day={takings.today} currency={takings.currency} />}>
            until now last week: {formatMoney(takings.lastWeekUntilNow.taken, takings.currency)}
          </Figure>
        )}
        <Figure label="Total Orders" value={count.format(totals.totalOrders)} />
        <Figure label="Total Revenue" value={money(totals.totalRevenue)}>
          excluding cancelled and refunded: {money(totals.revenueExcludingCancelled)}
        </Figure>
        <Figure label="Orders This Month" value={count.format(totals.ordersThisMonth)} />
        <Figure label="Products" value={count.format(totals.products)} />
      </dl>
    </div>
  );
}

function Figure({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="flex items-baseline gap-x-2 leading-tight whitespace-nowrap font-semibold tabular-nums">
        <span>{value}</span>
        {children && <span className="text-xs font-normal text-ink-soft">{children}</span>}
      </dd>
    </div>
  );
}

/** The products that are at or below the low-stock threshold (docs/rules.md#stock-7); nothing where there are none. */
export function LowStockNotice({ low: { count: lowCount, products } }: { low: LowStock }) {
  if (lowCount === 0) return null;
  const named = products.map(({ name, left }) => `${name} (${left === 0 ? "none left" : `${left} left`})`);
  const others = lowCount - products.length;
  return (
    <p className="rounded-lg border-l-4 border-clay bg-clay-soft px-4 py-3 text-[0.9375rem]">
      <Link to="/admin?tab=products&stock=low" className="font-semibold underline">
        {lowCount} {lowCount === 1 ? "product runs" : "products run"} low
      </Link>
      <span>
        : {named.join(", ")}
        {others > 0 && ` and ${others} more`}.
      </span>
    </p>
  );
}
