import { Link, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { type Column, DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { useCommand } from "#app/components/staff/kit/use-command.ts";
import { AsOf, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { displayDate, displayMonth } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { monthAway } from "#server/core/shop-time.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import { profileOf, providerProfiles } from "#server/payments/provider-list.ts";
import { type CurrencyCode, currencyName, formatMoney } from "#server/pricing/money.ts";
import { ledgerCommands, ledgerQuery } from "#server/reports/ledger.ts";
import type { UnmatchedPayment } from "#server/reports/list-unmatched.server.ts";
import type { LedgerFigures, LedgerMonth } from "#server/reports/read-ledger.server.ts";

/** The Reconciliation tab: each day's money, proven to the penny, and what matched nothing, to act on. */
export default function ReconciliationPanel() {
  const [search] = useSearchParams();
  const [data, list] = trpc.ledger.month.useSuspenseQuery(ledgerQuery.read(search));
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

/** Money that came and has neither bought an order nor gone back, of whatever month, with what can be done. */
function UnmatchedPayments({ payments, total }: { payments: UnmatchedPayment[]; total: number }) {
  return (
    <section aria-labelledby="unmatched" className="grid gap-3">
      <h3 id="unmatched" className="text-lg">
        Unmatched payments
      </h3>
      {payments.length === 0 ? (
        <p className="text-ink-soft">Every payment has its order or its refund.</p>
      ) : (
        <ul className="grid gap-3">
          {payments.map((payment) => (
            <UnmatchedRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {total > payments.length && (
        <p className="text-sm text-ink-soft">
          The oldest {payments.length} of {total}.
        </p>
      )}
    </section>
  );
}

function UnmatchedRow({ payment }: { payment: UnmatchedPayment }) {
  const [asking, setAsking] = useState(false);
  const mayReconcile = useMay("reconciliation.settle");
  const again = useCommand<never>();
  // Also when it was refused: it may have bought an order or gone back meanwhile, or its refund waits from now on.
  const refund = useCommand<never>(undefined, undefined, { renewsAnyway: true });
  const error = again.error ?? refund.error;
  const left = formatProviderMoney(payment.left, payment);
  // What is asked for and has not gone: there is nothing to decide, and something to see.
  const shown = payment.left > 0 ? left : formatProviderMoney(payment.amount, payment);
  const name = payment.customerName ?? "Somebody unknown";
  return (
    <li className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4 md:grid-cols-[1fr_2fr_auto] md:items-center">
      <div>
        <p className="font-medium tabular-nums">{shown}</p>
        <p>{name}</p>
        {payment.customerEmail && <p className="text-sm break-all text-ink-soft">{payment.customerEmail}</p>}
      </div>
      <div className="grid gap-1">
        <p>{payment.reason}</p>
        {payment.refund && <RefundSoFar {...payment.refund} />}
        <p className="text-sm text-ink-soft">
          {profileOf(payment.provider).name} <span className="break-all">{payment.providerPaymentId}</span> ·{" "}
          {displayMoment(payment.receivedAt)}
          {payment.left > 0 && payment.left < payment.amount && (
            <span> · of {formatProviderMoney(payment.amount, payment)}</span>
          )}
        </p>
        <p className="flex flex-wrap gap-4 text-sm">
          {payment.orderId && (
            <Link to={`/admin?tab=orders&order=${payment.orderId}`} className="underline">
              Order {payment.invoiceNumber}
            </Link>
          )}
          {payment.failedOrderId && (
            <Link to="/admin?tab=failed" className="underline">
              Failed order
            </Link>
          )}
        </p>
        {error && (
          <Notice tone="error" title="It was not done">
            {error.message}
          </Notice>
        )}
      </div>
      {mayReconcile && (
        <div className="flex flex-wrap gap-2 md:flex-col">
          <SmallButton
            pending={again.pending}
            onClick={() => again.send(ledgerCommands.finaliseAgain, { paymentId: payment.id })}
          >
            Finalise again <span className="sr-only">the payment {payment.providerPaymentId}</span>
          </SmallButton>
          {payment.left > 0 && (
            <Button type="button" variant="danger" size="small" onClick={() => setAsking(true)}>
              Refund it <span className="sr-only">the payment {payment.providerPaymentId}</span>
            </Button>
          )}
        </div>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title={`Refund ${left}?`}>
        <div className="grid gap-5">
          <p>
            {name} gets {left} back through {profileOf(payment.provider).name}. From then on this payment can
            no longer become an order. It cannot be undone.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              type="button"
              variant="danger"
              pending={refund.pending}
              onClick={async () => {
                await refund.send(ledgerCommands.refundUnmatched, {
                  paymentId: payment.id,
                  seenLeft: payment.left,
                });
                setAsking(false);
              }}
            >
              Refund {left} now
            </Button>
            <Button type="button" variant="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      </Dialog>
    </li>
  );
}

function RefundSoFar({ status, failure }: NonNullable<UnmatchedPayment["refund"]>) {
  if (status === "requested") {
    return <p>Its refund waits{failure && `: ${failure}`}. The shop asks for it again by itself.</p>;
  }
  return failure ? <p>The refund did not go through: {failure}</p> : null;
}
