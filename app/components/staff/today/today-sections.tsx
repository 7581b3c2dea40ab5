import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import type { OpenWithdrawal } from "#server/orders/withdrawals.server.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import type { Today } from "#server/staff/today-view.ts";
import { type WorkKind, workCountText, workOf } from "#server/staff/work-counts.ts";

interface SectionProps<Row extends { id: number }> {
  kind: WorkKind;
  title: string;
  counts: Today["counts"];
  /** Said where nothing waits. */
  nothing: string;
  /** A few of them by name; none of what the reader may not see. */
  rows: readonly Row[] | null | undefined;
  wordsOf: (row: Row) => ReactNode;
}

/** One kind of work: how much waits, as a link to the list that holds just that, and a few by name. */
function Section<Row extends { id: number }>(props: SectionProps<Row>) {
  const { kind, title, counts, nothing, rows, wordsOf } = props;
  if (!rows) return null;
  const { address, words } = workOf(kind);
  const [one, several] = words;
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
                {wordsOf(row)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** What waits for somebody, each kind for whoever may see it. */
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
        wordsOf={({ id, invoiceNumber, customerName, createdAt }) => (
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
        wordsOf={({ name, subject, createdAt }) => (
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
        wordsOf={(withdrawal) => (
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
        wordsOf={({ customerName, totalAmount, currency, paymentMethod, attemptedAt }) => (
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
        wordsOf={() => null}
      />
      <Section
        kind="lowStock"
        title="Low stock"
        nothing="Nothing runs low."
        counts={counts}
        rows={today.lowStock?.products}
        wordsOf={({ name, left }) => `${name}: ${left === 0 ? "none left" : `${left} left`}`}
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
