import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { asLoaded, type DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { AsOf, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
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
        <Table caption={`Ledger of ${displayMonth(month)}`} className="text-right tabular-nums">
          <thead>
            <tr>
              <HeadCell className="sticky left-0 bg-paper text-left">Day</HeadCell>
              {providerProfiles.map(({ id, name }) => (
                <HeadCell key={id}>{name}</HeadCell>
              ))}
              <HeadCell>Kept by orders</HeadCell>
              <HeadCell>Refunded</HeadCell>
              <HeadCell>Lost in disputes</HeadCell>
              <HeadCell>Unmatched</HeadCell>
              <HeadCell>Difference</HeadCell>
              <HeadCell className="border-l border-l-line pl-6">Refunds made</HeadCell>
              <HeadCell>By hand</HeadCell>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <Row key={day.day} figures={day} currency={currency}>
                {displayDate(day.day)}
              </Row>
            ))}
          </tbody>
          <tfoot className="font-medium">
            <Row figures={total} currency={currency}>
              Month
            </Row>
          </tfoot>
        </Table>
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

function Row({
  figures,
  currency,
  children,
}: {
  figures: LedgerFigures;
  currency: CurrencyCode;
  children: ReactNode;
}) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 border-b border-line bg-paper px-3 py-3 text-left align-top font-medium whitespace-nowrap"
      >
        {children}
      </th>
      {providerProfiles.map(({ id }) => (
        <Money key={id} currency={currency} pence={figures.received[id]} />
      ))}
      <Money currency={currency} pence={figures.kept} count={figures.orders} of="order" />
      <Money currency={currency} pence={figures.refunded} />
      <Money currency={currency} pence={figures.disputed} />
      <Money
        currency={currency}
        pence={figures.unmatched}
        count={figures.unmatchedPayments}
        of="payment"
        alarming
      />
      <Money currency={currency} pence={figures.difference} alarming />
      <Money currency={currency} pence={figures.refundsMade} className="border-l border-l-line pl-6" />
      <Money currency={currency} pence={figures.byHand} count={figures.ordersByHand} of="order" />
    </tr>
  );
}

interface MoneyProps {
  pence: number;
  currency: CurrencyCode;
  /** How many things it is the sum of, and what they are called. */
  count?: number;
  of?: string;
  /** Anything but nothing needs attention. */
  alarming?: boolean;
  className?: string;
}

function Money({ pence, currency, count = 0, of, alarming = false, className }: MoneyProps) {
  const tone = pence === 0 ? "text-ink-soft" : alarming ? "font-semibold text-clay-strong" : undefined;
  return (
    <Cell className={classNames("whitespace-nowrap", tone, className)}>
      <span>{formatMoney(pence, currency)}</span>
      {of && count > 0 && (
        <span className="block text-xs font-normal text-ink-soft">
          {count} {count === 1 ? of : `${of}s`}
        </span>
      )}
    </Cell>
  );
}
