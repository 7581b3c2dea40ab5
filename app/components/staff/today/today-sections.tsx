import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { waitingText } from "#server/catalogue/stock-alert.ts";
import type { OpenWithdrawal } from "#server/orders/withdrawals.server.ts";
import { formatProviderMoney } from "#server/payments/provider-facts.ts";
import type { Today } from "#server/staff/today-view.ts";
import { type WorkKind, workCountText, workOf } from "#server/staff/work-counts.ts";

interface SectionProps {
  kind: WorkKind;
  title: string;
  count: number;
  nothing: string;
  children: ReactNode;
}

/** One kind of work: how much waits, as a link to the list that holds just that, and a few by name. */
function Section({ kind, title, count, nothing, children }: SectionProps) {
  const { address, words } = workOf(kind);
  const [one, several] = words;
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
          <ul className="grid gap-2 text-[0.9375rem]">{children}</ul>
        </>
      )}
    </Card>
  );
}

/** What waits for somebody, each kind for whoever may see it. */
export function TodaysWork({ today }: { today: Today }) {
  const { counts, toPack, enquiries, failedOrders, lowStock, waitedFor, withdrawals, now } = today;
  const since = (moment: string) => <Since moment={moment} now={now} />;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {toPack && (
        <Section
          kind="toPack"
          title="To pack"
          count={counts.toPack ?? 0}
          nothing="Nothing waits to be packed."
        >
          {toPack.map(({ id, invoiceNumber, customerName, createdAt }) => (
            <li key={id}>
              <Link to={`/admin/orders/${id}`} discover="none" className="underline">
                {invoiceNumber}
              </Link>{" "}
              {customerName}, {since(createdAt)}
            </li>
          ))}
        </Section>
      )}
      {enquiries && (
        <Section
          kind="enquiries"
          title="To answer"
          count={counts.enquiries ?? 0}
          nothing="Every enquiry is answered."
        >
          {enquiries.map(({ id, name, subject, createdAt }) => (
            <li key={id} className="wrap-anywhere">
              {subject} · {name}, {since(createdAt)}
            </li>
          ))}
        </Section>
      )}
      {withdrawals && (
        <Section
          kind="withdrawals"
          title="To refund"
          count={counts.withdrawals ?? 0}
          nothing="No customer waits for money of an order that they cancelled."
        >
          {withdrawals.map((withdrawal) => (
            <li key={withdrawal.id} className="grid gap-0.5 wrap-anywhere">
              <span>
                <Link to={`/admin/orders/${withdrawal.orderId}`} discover="none" className="underline">
                  {withdrawal.invoiceNumber}
                </Link>{" "}
                {withdrawal.customerName}: {withdrawal.contents}
                {withdrawal.isMarked && <strong className="text-clay"> · to be looked at</strong>}
              </span>
              <span className="text-ink-soft">{clocksText(withdrawal)}</span>
            </li>
          ))}
        </Section>
      )}
      {failedOrders && (
        <Section
          kind="failedOrders"
          title="Failed payments"
          count={counts.failedOrders ?? 0}
          nothing="No payment failed that nobody has looked at."
        >
          {failedOrders.map(({ id, customerName, totalAmount, currency, paymentMethod, attemptedAt }) => (
            <li key={id}>
              {formatProviderMoney(totalAmount, { provider: paymentMethod, currency })} · {customerName},{" "}
              {since(attemptedAt)}
            </li>
          ))}
        </Section>
      )}
      {counts.unmatchedPayments !== undefined && (
        <Section
          kind="unmatchedPayments"
          title="Payments without an order"
          count={counts.unmatchedPayments}
          nothing="All money that came in has its order."
        >
          {null}
        </Section>
      )}
      {lowStock && (
        <Section kind="lowStock" title="Low stock" count={counts.lowStock ?? 0} nothing="Nothing runs low.">
          {lowStock.products.map(({ id, name, left }) => (
            <li key={id}>
              {name}: {left === 0 ? "none left" : `${left} left`}
            </li>
          ))}
        </Section>
      )}
      {waitedFor && waitedFor.people > 0 && (
        <Card role="region" aria-labelledby="today-waited-for" className="grid content-start gap-3">
          <h2 id="today-waited-for" className="text-lg">
            Waited for
          </h2>
          <p className="font-semibold tabular-nums">{waitingText(waitedFor.people)} for what is sold out</p>
          <ul className="grid gap-2 text-[0.9375rem]">
            {waitedFor.products.map(({ id, name, people }) => (
              <li key={id} className="wrap-anywhere">
                <Link
                  to={`/admin?${new URLSearchParams({ tab: "products", search: name })}`}
                  className="underline"
                >
                  {name}
                </Link>
                : {waitingText(people)}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
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
