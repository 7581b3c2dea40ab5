import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { LivePage } from "#app/components/staff/frame/live.tsx";
import { DataTable, figure } from "#app/components/staff/kit/rows-table.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { displayCount, displayDate, displayTime } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import { displayWeekday } from "#server/core/shop-time.ts";
import type { OpenWithdrawal } from "#server/orders/withdrawals.server.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import { staffPage } from "#server/process/page.server.ts";
import { readToday, type Today, type TodaysSales } from "#server/staff/today.server.ts";
import { type WorkKind, workCountText, workOf } from "#server/staff/today.ts";

export const meta = pageMeta({ title: "Today", noindex: true });

export const loader = staffPage("dashboard.view", ({ context }) => readToday(context));

/** The first page of the day: what waits, and what came in. Links alone. */
export default function AdminToday() {
  const today = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
      <LivePage />
      <header>
        <p className="text-ink-soft">{displayWeekday(today.now)}</p>
        <h1 className="mt-1 text-2xl">Today</h1>
      </header>
      <TodaysWork today={today} />
      {today.sales && <SalesCard sales={today.sales} now={today.now} />}
    </div>
  );
}

interface SectionProps<Row extends { id: number }> {
  kind: WorkKind;
  title: string;
  counts: Today["counts"];
  /** Said where nothing waits. */
  nothing: string;
  /** A few of them by name; none of what the reader may not see. */
  rows: readonly Row[] | null | undefined;
  describe: (row: Row) => ReactNode;
}

/** One kind of work: how much waits, as a link to the list that holds just that, and a few by name. */
function Section<Row extends { id: number }>(props: SectionProps<Row>) {
  const { kind, title, counts, nothing, rows, describe } = props;
  if (!rows) return null;
  const { address, labels } = workOf(kind);
  const [one, several] = labels;
  const count = counts[kind] ?? 0;
  return (
    <Card role="region" aria-labelledby={`today-${kind}`} className="grid content-start gap-3">
      <h2 id={`today-${kind}`} className="text-lg">
        {title}
      </h2>
      {count === 0 ? (
        <p className="text-ink-soft">{nothing}</p>
      ) : (
        <>
          <p>
            <Link to={address} className="font-semibold text-moss underline tabular-nums">
              {workCountText(count)} {count === 1 ? one : several}
            </Link>
          </p>
          <ul className="grid gap-2 text-[0.9375rem]">
            {rows.map((row) => (
              <li key={row.id} className="wrap-anywhere">
                {describe(row)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** What waits for somebody, each kind for anyone who may see it. */
export function TodaysWork({ today }: { today: Today }) {
  const { counts, waitedFor, now } = today;
  const since = (moment: string) => <Since moment={moment} now={now} />;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Section
        kind="toPack"
        title="To pack"
        nothing="Nothing waits to be packed."
        counts={counts}
        rows={today.toPack}
        describe={({ id, invoiceNumber, customerName, createdAt }) => (
          <>
            <OrderLink id={id} invoiceNumber={invoiceNumber} /> {customerName}, {since(createdAt)}
          </>
        )}
      />
      <Section
        kind="enquiries"
        title="To answer"
        nothing="Every enquiry is answered."
        counts={counts}
        rows={today.enquiries}
        describe={({ name, subject, createdAt }) => (
          <>
            {subject} · {name}, {since(createdAt)}
          </>
        )}
      />
      <Section
        kind="withdrawals"
        title="To refund"
        nothing="No customer waits for money of an order that they cancelled."
        counts={counts}
        rows={today.withdrawals}
        describe={(withdrawal) => (
          <span className="grid gap-0.5">
            <span>
              <OrderLink id={withdrawal.orderId} invoiceNumber={withdrawal.invoiceNumber} />{" "}
              {withdrawal.customerName}: {withdrawal.contents}
              {withdrawal.isMarked && <strong className="text-clay"> · to be looked at</strong>}
            </span>
            <span className="text-ink-soft">{clocksText(withdrawal)}</span>
          </span>
        )}
      />
      <Section
        kind="failedOrders"
        title="Failed payments"
        nothing="No payment failed that nobody has looked at."
        counts={counts}
        rows={today.failedOrders}
        describe={({ customerName, totalAmount, currency, paymentMethod, attemptedAt }) => (
          <>
            {formatProviderMoney(totalAmount, { provider: paymentMethod, currency })} · {customerName},{" "}
            {since(attemptedAt)}
          </>
        )}
      />
      <Section
        kind="unmatchedPayments"
        title="Payments without an order"
        nothing="All money that came in has its order."
        counts={counts}
        rows={counts.unmatchedPayments === undefined ? null : []}
        describe={() => null}
      />
      <Section
        kind="lowStock"
        title="Low stock"
        nothing="Nothing runs low."
        counts={counts}
        rows={today.lowStock?.products}
        describe={({ name, left }) => `${name}: ${left === 0 ? "none left" : `${left} left`}`}
      />
      {waitedFor && waitedFor.people > 0 && <WaitedFor {...waitedFor} />}
    </div>
  );
}

function WaitedFor({ people, products }: NonNullable<Today["waitedFor"]>) {
  return (
    <Card role="region" aria-labelledby="today-waited-for" className="grid content-start gap-3">
      <h2 id="today-waited-for" className="text-lg">
        Waited for
      </h2>
      <p className="font-semibold tabular-nums">{waitingText(people)} for what is sold out</p>
      <ul className="grid gap-2 text-[0.9375rem]">
        {products.map(({ id, name, people: ofOne }) => (
          <li key={id} className="wrap-anywhere">
            <Link
              to={`/admin?${new URLSearchParams({ tab: "products", search: name })}`}
              className="underline"
            >
              {name}
            </Link>
            : {waitingText(ofOne)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OrderLink({ id, invoiceNumber }: { id: number; invoiceNumber: string }) {
  return (
    <Link to={`/admin/orders/${id}`} discover="none" className="underline">
      {invoiceNumber}
    </Link>
  );
}

/** The three times of 14 days: to cancel, to send the goods back, to refund. */
export function clocksText({
  cancelBy,
  isLate,
  sendBackBy,
  goodsBackAt,
  refundBy,
}: Pick<OpenWithdrawal, "cancelBy" | "isLate" | "sendBackBy" | "goodsBackAt" | "refundBy">): string {
  const toCancel =
    cancelBy === null
      ? "cancelled before all of it went out"
      : `cancelled ${isLate ? "after" : "within its time, until"} ${displayDate(cancelBy)}`;
  const toSendBack = goodsBackAt
    ? `goods back since ${displayDate(goodsBackAt)}`
    : sendBackBy
      ? `goods to be sent back by ${displayDate(sendBackBy)}`
      : "nothing to send back";
  const toRefund = refundBy ? `refund by ${displayDate(refundBy)}` : "refund within 14 days of having them";
  return `${toRefund} · ${toSendBack} · ${toCancel}`;
}

/** "since 10:42", or with its day where that is not today. */
function Since({ moment, now }: { moment: string; now: string }) {
  const at = displayTime(moment);
  const day = displayDate(moment);
  return (
    <time dateTime={moment} className="text-ink-soft tabular-nums">
      {day === displayDate(now) ? `since ${at}` : `since ${day}, ${at}`}
    </time>
  );
}

/** What was taken today beside the same day last week, and in seven days; each figure leads to its orders. */
export function SalesCard({ sales, now }: { sales: TodaysSales; now: string }) {
  const { currency, today, lastWeek, lastWeekUntilNow, sevenDays, sevenDaysBefore } = sales;
  const inSevenDays = sevenDays.reduce((sum, { taken }) => sum + taken, 0);
  const money = (amount: number) => formatMoney(amount, currency);
  const until = displayTime(now);
  return (
    <Card role="region" aria-labelledby="today-sales" className="grid gap-4">
      <h2 id="today-sales" className="text-lg">
        Takings
      </h2>
      <dl className="grid gap-4 sm:grid-cols-3">
        <div>
          <dt className="text-sm text-ink-soft">Today, until {until}</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <SalesLink day={today} currency={currency} />
          </dd>
          <dd className="text-sm text-ink-soft">{ordersText(today.orders)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">The same day last week</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <SalesLink day={lastWeek} currency={currency} />
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
          { head: "Taken", cell: (day) => <SalesLink day={day} currency={currency} />, ...figure },
        ]}
      />
      <p className="text-sm text-ink-soft">
        What the orders placed in that time came to, less refunds; cancelled orders are listed, and none of
        their money counts.
      </p>
    </Card>
  );
}

function SalesLink({ day: { day, taken }, currency }: { day: TodaysSales["today"]; currency: CurrencyCode }) {
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
