import { Link } from "@remix-run/react";
import { asLoaded, type DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { type Column, DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { AsOf, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate, displayMonth } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { monthAway } from "#server/core/shop-time.ts";
import { providerProfiles } from "#server/payments/provider-list.ts";
import { type CurrencyCode, currencyName, formatMoney } from "#server/pricing/money.ts";
import type { Ledger } from "#server/reports/ledger.ts";
import type { LedgerFigures, LedgerMonth } from "#server/reports/read-ledger.server.ts";
import { UnmatchedPayments } from "./unmatched-payments.tsx";

/** The Reconciliation tab: each day's money, proven to the penny, and what matched nothing, to act on. */
export default function ReconciliationPanel({ first, loadedAt }: DashboardPanelProps<Ledger>) {
  const list = trpc.ledger.month.useQuery({ month: first.month.month }, asLoaded(first, loadedAt));
  const { data } = list;
  return (
    <StaffPanel id="reconciliation" title="Reconciliation" list={list} what="the figures">
      <UnmatchedPayments payments={data.unmatched} total={data.unmatchedInAll} />
      <LedgerTable ledger={data.month} latest={data.latestMonth} />
    </StaffPanel>
  );
}

function LedgerTable({ ledger, latest }: { ledger: LedgerMonth; latest: string }) {
  const { month, currency, asOf, days, total, foreignPayments } = ledger;
  return (
    <section aria-labelledby="ledger" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h3 id="ledger" className="text-lg">
            {displayMonth(month)}
          </h3>
          {days.length > 0 && <Verdict difference={total.difference} currency={currency} />}
        </div>
        <nav aria-label="Months" className="flex flex-wrap gap-4 text-sm">
          <MonthLink month={monthAway(month, -1)} />
          {month < latest && <MonthLink month={monthAway(month, 1)} />}
        </nav>
      </header>
      <AsOf moment={asOf} />
      <p className="max-w-prose text-sm text-ink-soft">
        Received = kept by orders + refunded + lost in disputes + unmatched. A row is about the payments that
        came on its day, London time, and about what has become of them until now. Refunds made and orders
        recorded by hand stand beside the proof.
      </p>
      {foreignPayments > 0 && (
        <Notice tone="error" title={`${foreignPayments} not in ${currencyName(currency)}`}>
          Payments in another currency are in none of these figures: they are among the unmatched.
        </Notice>
      )}
      {days.length === 0 ? (
        <EmptyState title="No money moved this month" headingLevel={3}>
          Each day on which money came or went has a row here, beside what its orders kept of it.
        </EmptyState>
      ) : (
        <DataTable
          caption={`Ledger of ${displayMonth(month)}`}
          className="text-right tabular-nums"
          rows={days}
          foot={total}
          keyOf={displayDayOf}
          columns={columnsIn(currency)}
        />
      )}
    </section>
  );
}

function Verdict({ difference, currency }: { difference: number; currency: CurrencyCode }) {
  if (difference === 0) return <Badge tone="moss">Adds up to the penny</Badge>;
  return <Badge tone="clay">{formatMoney(difference, currency)} not accounted for</Badge>;
}

function MonthLink({ month }: { month: string }) {
  return (
    <Link to={`/admin?tab=reconciliation&month=${month}`} preventScrollReset className="underline">
      {displayMonth(month)}
    </Link>
  );
}

type Figures = LedgerFigures & { day?: string };

/** The day of a row; the last row is of the whole month. */
function displayDayOf(figures: Figures): string {
  return figures.day ? displayDate(figures.day) : "Month";
}

const stays = "sticky left-0 bg-paper text-left";
const apart = "border-l border-l-line pl-6";

function columnsIn(currency: CurrencyCode): Column<Figures>[] {
  const money = (head: string, shown: (figures: LedgerFigures) => Omit<MoneyProps, "currency">) => ({
    head,
    cell: (figures: LedgerFigures) => <Money currency={currency} {...shown(figures)} />,
    className: "whitespace-nowrap",
  });
  return [
    {
      head: "Day",
      cell: displayDayOf,
      isRowHead: true,
      className: `${stays} py-3! align-top whitespace-nowrap`,
      headClassName: stays,
    },
    ...providerProfiles.map(({ id, name }) => money(name, ({ received }) => ({ pence: received[id] }))),
    money("Kept by orders", ({ kept, orders }) => ({ pence: kept, count: orders, of: "order" })),
    money("Refunded", ({ refunded }) => ({ pence: refunded })),
    money("Lost in disputes", ({ disputed }) => ({ pence: disputed })),
    money("Unmatched", ({ unmatched, unmatchedPayments }) => ({
      ...{ pence: unmatched, count: unmatchedPayments, of: "payment" },
      alarming: true,
    })),
    money("Difference", ({ difference }) => ({ pence: difference, alarming: true })),
    {
      ...money("Refunds made", ({ refundsMade }) => ({ pence: refundsMade })),
      className: `${apart} whitespace-nowrap`,
      headClassName: apart,
    },
    money("By hand", ({ byHand, ordersByHand }) => ({ pence: byHand, count: ordersByHand, of: "order" })),
  ];
}

interface MoneyProps {
  pence: number;
  currency: CurrencyCode;
  /** How many things it is the sum of, and what they are called. */
  count?: number;
  of?: string;
  /** Anything but nothing needs attention. */
  alarming?: boolean;
}

function Money({ pence, currency, count = 0, of, alarming = false }: MoneyProps) {
  const tone = pence === 0 ? "text-ink-soft" : alarming ? "font-semibold text-clay-strong" : undefined;
  return (
    <span className={tone}>
      <span>{formatMoney(pence, currency)}</span>
      {of && count > 0 && (
        <span className="block text-xs font-normal text-ink-soft">
          {count} {count === 1 ? of : `${of}s`}
        </span>
      )}
    </span>
  );
}
