import { useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { displayLongMoment, displayTime } from "#server/core/shop-time.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { isEmptyDraft } from "../shop/order-draft.ts";
import { atQuotedPrices, atTodaysPrices, handedOver, type QueuedOrder, type Sheet } from "./queued-order.ts";
import type { Counter } from "./use-counter.ts";

export function CounterQueue({ counter }: { counter: Counter }) {
  const { stored, line, standing, sendFor } = counter;
  const person = stored.sheet?.rules.person ?? null;
  const earlier = stored.orders.filter(({ takenBy }) => takenBy.session !== person?.session);
  const takers = [...new Map(earlier.map(({ takenBy }) => [takenBy.id, takenBy])).values()];
  return (
    <section aria-labelledby="queue" className="grid content-start gap-4">
      <h2 id="queue" className="text-2xl">
        Waiting to be sent
      </h2>
      <p role="status" className="text-ink-soft">
        {stored.orders.length === 0
          ? "Nothing waits: the shop has every order."
          : describeWaiting(stored.orders)}
      </p>
      {standing.map(({ name, invoiceNumber }) => (
        <Notice
          key={invoiceNumber}
          tone="error"
          title={`The order of ${name} had reached the shop before: order ${invoiceNumber}.`}
        >
          <p>It is not discarded. Money goes back only with a refund of it in the shop.</p>
        </Notice>
      ))}
      {takers.map(({ id, name }) => (
        <Notice key={id} title={`${countOf(earlier.filter(({ takenBy }) => takenBy.id === id))} of ${name}`}>
          <p className="mb-2">
            {id === person?.id
              ? "Taken on this device before you signed in. Discard what you did not take."
              : "Another person took them. Sent by you, they say who took them."}
          </p>
          <SmallButton disabled={line !== "open"} onClick={() => sendFor(id)}>
            Send {name}'s orders
          </SmallButton>
        </Notice>
      ))}
      {stored.orders.length > 0 && (
        <ul aria-label="Orders that wait" className="grid gap-3">
          {stored.orders.map((order) => (
            <li key={order.retryKey}>
              <WaitingOrder order={order} counter={counter} />
            </li>
          ))}
        </ul>
      )}
      {stored.sent.length > 0 && (
        <>
          <h3 className="text-lg font-medium">Sent</h3>
          <ul aria-label="Orders that were sent" className="divide-y divide-line border-y border-line">
            {stored.sent.map(({ retryKey, invoiceNumber, totalAmount, currency, at }) => (
              <li key={retryKey} className="flex flex-wrap justify-between gap-x-4 py-2 tabular-nums">
                <span>
                  {displayTime(at)} <span className="break-all">{invoiceNumber}</span>
                </span>
                <span>{formatMoney(totalAmount, currency)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

export function countOf({ length }: { length: number }): string {
  return length === 1 ? "1 order" : `${length} orders`;
}

function describeWaiting(orders: readonly QueuedOrder[]): string {
  const stuck = orders.filter(({ conflict }) => conflict !== null);
  const waiting = `${countOf(orders)} kept on this device`;
  return stuck.length === 0 ? `${waiting}.` : `${waiting}; ${stuck.length} of them need you.`;
}

function WaitingOrder({ order, counter }: { order: QueuedOrder; counter: Counter }) {
  const { customer, lines, method, toldTotal, currency, takenAt, conflict } = order;
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { stored, draft, edit } = counter;
  return (
    <article className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium break-words">{customer.name}</h3>
        <p className="font-medium tabular-nums">{formatMoney(toldTotal, currency)}</p>
      </div>
      <p className="text-sm text-ink-soft">
        {displayLongMoment(takenAt)}, {method === "cash" ? "cash" : "on account"}
      </p>
      <ul className="text-sm">
        {lines.map(({ productId, name, quantity, told }) => (
          <li key={productId}>
            {quantity} × {name}, {formatMoney(told, currency)} each
          </li>
        ))}
      </ul>
      {conflict ? (
        <Notice tone="error" title={conflictTitles[conflict.kind]}>
          <p>{conflict.message}</p>
        </Notice>
      ) : (
        <p>
          <Badge tone="moss">Waits</Badge>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {conflict && stored.sheet && <ConflictChoices order={order} sheet={stored.sheet} counter={counter} />}
        <SmallButton onClick={() => void edit(order)} disabled={!isEmptyDraft(draft)}>
          Change in the form
        </SmallButton>
        <SmallButton onClick={() => setIsDiscarding(!isDiscarding)} aria-expanded={isDiscarding}>
          Discard…
        </SmallButton>
      </div>
      {isDiscarding && <DiscardForm order={order} counter={counter} />}
    </article>
  );
}

const conflictTitles = {
  prices: "The prices have changed since",
  stock: "The shop counts too few",
  other: "The shop did not take it",
} as const;

function ConflictChoices({ order, sheet, counter }: { order: QueuedOrder; sheet: Sheet; counter: Counter }) {
  const { change } = counter;
  if (order.conflict?.kind === "stock") {
    return (
      <>
        <SmallButton onClick={() => void change(handedOver(order))}>
          The goods were handed over: send it
        </SmallButton>
        <SmallButton onClick={() => void change({ ...order, conflict: null })}>Try again</SmallButton>
      </>
    );
  }
  if (order.conflict?.kind === "prices") {
    const today = atTodaysPrices(order, sheet);
    return (
      <>
        <SmallButton onClick={() => void change(atQuotedPrices(order))}>
          Send at the prices taken: {formatMoney(order.toldTotal, order.currency)}
        </SmallButton>
        {today && (
          <SmallButton onClick={() => void change(today)}>
            Send at today's prices: {formatMoney(today.toldTotal, order.currency)}
          </SmallButton>
        )}
      </>
    );
  }
  return <SmallButton onClick={() => void change({ ...order, conflict: null })}>Try again</SmallButton>;
}

function DiscardForm({ order, counter }: { order: QueuedOrder; counter: Counter }) {
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const discard = async () => {
    if (reason.trim() === "") return setWrong("Reason is required");
    setIsSending(true);
    setWrong(await counter.discard(order, reason.trim()));
    setIsSending(false);
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void discard();
      }}
    >
      <TextField
        label="Why is it not to be sent?"
        required
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        hint="The shop writes it down. Money that was taken has to be given back."
        errors={wrong ? [wrong] : undefined}
      />
      <div>
        <Button variant="danger" size="small" pending={isSending} pendingLabel="Discarding...">
          Discard the order
        </Button>
      </div>
    </form>
  );
}
