import { Link } from "@remix-run/react";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { displayCount, displayDate, displayTime } from "#app/lib/display.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { DayOfTakings, Takings } from "#server/staff/today-view.ts";

/** What was taken today beside the same day last week, and in seven days; each figure leads to its orders. */
export function TodaysTakings({ takings, now }: { takings: Takings; now: string }) {
  const { currency, today, lastWeek, lastWeekUntilNow, sevenDays, sevenDaysBefore } = takings;
  const inSevenDays = sevenDays.reduce((sum, { taken }) => sum + taken, 0);
  const money = (amount: number) => formatMoney(amount, currency);
  const until = displayTime(now);
  return (
    <Card role="region" aria-labelledby="today-takings" className="grid gap-4">
      <h2 id="today-takings" className="text-lg">
        Takings
      </h2>
      <dl className="grid gap-4 sm:grid-cols-3">
        <div>
          <dt className="text-sm text-ink-soft">Today, until {until}</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <TakingsLink day={today} currency={currency} />
          </dd>
          <dd className="text-sm text-ink-soft">{ordersText(today.orders)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">The same day last week</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <TakingsLink day={lastWeek} currency={currency} />
          </dd>
          <dd className="text-sm text-ink-soft">
            {ordersText(lastWeek.orders)}; until {until}: {money(lastWeekUntilNow.taken)},{" "}
            {ordersText(lastWeekUntilNow.orders)}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Seven days</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <Link to={ordersOfDays(sevenDays.at(-1)?.day ?? today.day, today.day)} className="underline">
              {money(inSevenDays)}
            </Link>
          </dd>
          <dd className="text-sm text-ink-soft">the seven days before: {money(sevenDaysBefore.taken)}</dd>
        </div>
      </dl>
      <DataTable
        caption="Takings of the last seven days"
        rows={sevenDays}
        keyOf={({ day }) => day}
        columns={[
          { head: "Day", cell: ({ day }) => displayDate(`${day}T12:00:00Z`) },
          { head: "Orders", cell: ({ orders }) => displayCount(orders), ...figure },
          { head: "Taken", cell: (day) => <TakingsLink day={day} currency={currency} />, ...figure },
        ]}
      />
      <p className="text-sm text-ink-soft">
        What the orders placed in that time came to, less refunds; cancelled orders are listed, and none of
        their money counts.
      </p>
    </Card>
  );
}

export function TakingsLink({
  day: { day, taken },
  currency,
}: {
  day: DayOfTakings;
  currency: CurrencyCode;
}) {
  return (
    <Link to={ordersOfDays(day, day)} className="underline">
      {formatMoney(taken, currency)}
    </Link>
  );
}

function ordersOfDays(from: string, to: string): string {
  return `/admin?tab=orders&view=all&from=${from}&to=${to}`;
}

function ordersText(orders: number): string {
  return orders === 1 ? "1 order" : `${displayCount(orders)} orders`;
}
