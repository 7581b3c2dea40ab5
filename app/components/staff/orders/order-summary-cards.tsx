import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import type { LowStock } from "#server/catalogue/low-stock.server.ts";
import type { OrderTotals } from "#server/orders/lists/order-view.ts";
import { formatMoney } from "#server/pricing/money.ts";

const count = new Intl.NumberFormat("en-GB");

/** The four figures above the tabs (docs/rules.md#staff-1). */
export function OrderSummaryCards({ totals }: { totals: OrderTotals }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <Figure label="Total Orders" value={count.format(totals.totalOrders)} />
      <Figure label="Total Revenue" value={formatMoney(totals.totalRevenue, totals.currency)}>
        excluding cancelled and refunded:{" "}
        <span className="whitespace-nowrap tabular-nums">
          {formatMoney(totals.revenueExcludingCancelled, totals.currency)}
        </span>
      </Figure>
      <Figure label="Orders This Month" value={count.format(totals.ordersThisMonth)} />
      <Figure label="Products" value={count.format(totals.products)} />
    </dl>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Card className="flex flex-col p-4! sm:p-5!">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums sm:text-2xl">{value}</dd>
      {children && <dd className="mt-1 text-xs text-ink-soft">{children}</dd>}
    </Card>
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
      : {named.join(", ")}
      {others > 0 && ` and ${others} more`}.
    </p>
  );
}
