import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import type { OwnOrderTotals } from "#server/orders/own-orders.server.ts";
import { formatMoney } from "#server/pricing/money.ts";

/** Labels with their values, one pair a line. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft max-sm:-mb-3">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function VerificationBadge({ isVerified }: { isVerified: boolean }) {
  return <Badge tone={isVerified ? "moss" : "clay"}>{isVerified ? "Verified" : "Unverified"}</Badge>;
}

interface StatsCardsProps {
  totals: OwnOrderTotals;
  isVerified: boolean;
  hasResearchAccess: boolean;
}

/** The figures above the customer dashboard. */
export function StatsCards({ totals, isVerified, hasResearchAccess }: StatsCardsProps) {
  return (
    <section aria-label="Summary" className="grid gap-4 sm:grid-cols-3">
      <Stat label="Total Orders" value={totals.totalOrders} note={`${totals.completedOrders} completed`} />
      <Stat
        label="Total Spent"
        value={formatMoney(totals.totalSpent, totals.currency)}
        note="Cancelled orders left out"
      />
      <Stat
        label="Account Status"
        value={<VerificationBadge isVerified={isVerified} />}
        note={
          <Badge tone={hasResearchAccess ? "moss" : "outline"}>
            {hasResearchAccess ? "Research access granted" : "Research access pending"}
          </Badge>
        }
      />
    </section>
  );
}

function Stat({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) {
  return (
    <Card className="grid content-start gap-1">
      <h2 className="font-text text-sm text-ink-soft">{label}</h2>
      <div className="text-2xl tabular-nums">{value}</div>
      <div className="text-sm text-ink-soft">{note}</div>
    </Card>
  );
}
