import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
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
