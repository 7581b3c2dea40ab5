import { NoteItems } from "#app/components/orders/order-facts.tsx";
import { NoteForm, StaffNote } from "#app/components/staff/staff-page.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { useMay } from "#app/lib/use-may.ts";
import { noteCommands } from "#server/customers/staff-note.ts";
import { isWhole, warningNotice } from "#server/orders/order.ts";
import type {
  DisputeView,
  PackingDetails,
  RefundView,
  StaffOrder,
} from "#server/orders/staff-order-view.server.ts";
import type { RefundStatus } from "#server/payments/payment-status.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import { DisputeBadge, Parcels } from "./order-details.tsx";
import type { OrderFormProps } from "./order-form.tsx";
import { OrderForms, OrderWithdrawals } from "./order-status-forms.tsx";

export function OrderWork({ order }: OrderFormProps<PackingDetails>) {
  const whole = isWhole(order) ? order : null;
  return (
    <div className="mt-6 grid gap-6 border-t border-line pt-6">
      {whole && <PaymentWarnings order={whole} />}
      <DeliveryNotices order={order} />
      <OrderWithdrawals order={order} />
      <Parcels order={order} />
      <OrderForms order={order} />
      {whole && <MoneyBack order={whole} />}
      <section>
        <h3 className="text-lg">Timeline</h3>
        <StaffTimeline order={order} />
      </section>
    </div>
  );
}

/** What went back, what has to, and what is disputed. */
export function MoneyBack({ order }: { order: StaffOrder }) {
  return (
    <>
      {order.refundDueBy && (
        <Notice tone="error" title={`Refund due by ${displayDate(order.refundDueBy)}`}>
          {`This order was cancelled and ${formatMoney(order.owed, order.currency)} has not gone back. `}
          The law gives 14 days from the cancellation, or from the goods being back.
        </Notice>
      )}
      {order.disputes.length > 0 && <OrderDisputes disputes={order.disputes} />}
      {order.refunds.length > 0 && <Refunds order={order} />}
      {order.notes.length > 0 && <Notes order={order} />}
    </>
  );
}

/** What staff should know of the money before they send anything. */
export function PaymentWarnings({ order }: { order: StaffOrder }) {
  // A payment that was refunded in full can no longer cost anything.
  const isPaid = order.refunded < order.captured;
  const open = order.warnings.filter(({ isOpen }) => isOpen && isPaid);
  const openKinds = new Set(open.map(({ kind }) => kind));
  return (
    <>
      {[...openKinds].map((kind) => {
        const { title, advice } = warningNotice(kind, order.paymentMethod);
        return (
          <Notice key={kind} tone="error" title={title}>
            {advice}
          </Notice>
        );
      })}
      {order.agreedPrices.length > 0 && (
        <Notice title="Sold at agreed prices">
          <ul>
            {order.agreedPrices.map(({ productName, listPrice, price, by }) => (
              <li key={productName}>
                {productName}: {formatMoney(price, order.currency)} instead of{" "}
                {formatMoney(listPrice, order.currency)}
                {by && `, agreed by ${by}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** What staff should know before it goes out. */
export function DeliveryNotices({ order }: { order: PackingDetails }) {
  const isOpen = order.status === "pending" || order.status === "processing";
  return (
    <>
      {isOpen && order.isBackorder && (
        <Notice title="Paid after part of the stock was gone">Agree a later delivery or refund.</Notice>
      )}
      {isOpen && order.delivery?.slotLost && (
        <Notice title="Paid after its time was given to somebody else">
          Agree another time for the collection.
        </Notice>
      )}
      {isOpen && order.deliveryToBeAgreed && (
        <Notice title="Outside the UK">Delivery is to be agreed with the customer.</Notice>
      )}
      {order.isExport && order.status !== "cancelled" && (
        <Notice title="Sold at 0% as an export">
          Keep proof that the goods left the United Kingdom: a certificate of posting or the carrier’s
          receipt, with the order and its invoice. Goods must go, and the proof be there, within three months;
          else VAT is due on them (VAT Notice 703).
        </Notice>
      )}
    </>
  );
}

const refundTones: Record<RefundStatus, BadgeTone> = {
  requested: "outline",
  pending: "outline",
  succeeded: "moss",
  failed: "clay",
};

function Refunds({ order }: { order: StaffOrder }) {
  return (
    <section>
      <h3 className="text-lg">Refunds</h3>
      <p className="mt-1 text-sm text-ink-soft">
        {formatMoney(order.refunded, order.currency)} of {formatMoney(order.captured, order.currency)}{" "}
        refunded
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {order.refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} currency={order.currency} />
        ))}
      </ul>
    </section>
  );
}

function RefundRow({ refund, currency }: { refund: RefundView; currency: CurrencyCode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.9375rem]">
      <span className="font-medium tabular-nums">{formatMoney(refund.amount, currency)}</span>
      <Badge tone={refundTones[refund.status]} className="capitalize">
        {refund.status}
      </Badge>
      <span className="w-full text-sm text-ink-soft">
        {displayDate(refund.createdAt)}: {refund.failureMessage ?? refund.reason}
      </span>
    </li>
  );
}

function Notes({ order }: { order: StaffOrder }) {
  return (
    <section>
      <h3 className="text-lg">Credit and debit notes</h3>
      <ul className="mt-1 grid gap-1 text-[0.9375rem]">
        <NoteItems order={order} token={null} />
      </ul>
    </section>
  );
}

function OrderDisputes({ disputes }: { disputes: readonly DisputeView[] }) {
  const open = disputes.find(({ status, evidenceDueAt }) => status === "needs_response" && evidenceDueAt);
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">Disputes</h3>
      {open?.evidenceDueAt && (
        <Notice title={`Answer by ${displayDate(open.evidenceDueAt)}`}>
          Send the evidence in the payment provider's dashboard, or the money goes back to the customer.
        </Notice>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.9375rem]">
            <span className="font-medium tabular-nums">{formatMoney(dispute.amount, dispute.currency)}</span>
            <DisputeBadge status={dispute.status} />
            <span className="break-all text-ink-soft">{dispute.providerDisputeId}</span>
            <span className="w-full text-sm text-ink-soft">
              {displayDate(dispute.openedAt)}: {dispute.reason}
              {dispute.amountLost > 0 &&
                `; ${formatMoney(dispute.amountLost, dispute.currency)} went back to the customer`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What happened to an order and what staff noted of it, the oldest first; below it, room for one more note. */
export function StaffTimeline({ order }: OrderFormProps<PackingDetails>) {
  const mayWrite = useMay(noteCommands.addToOrder.permission);
  const whole = isWhole(order) ? order : null;
  return (
    <div className="grid gap-4">
      <ol className="mt-2 grid gap-3 border-l-2 border-line pl-4">
        {entriesOf(order, whole).map(({ key, shown }) => (
          <li key={key} className="text-[0.9375rem]">
            {shown}
          </li>
        ))}
      </ol>
      {whole && mayWrite && (
        <NoteForm
          command={noteCommands.addToOrder}
          hidden={{ orderId: whole.id, key: whole.noteKey }}
          mark="note"
        />
      )}
    </div>
  );
}

function entriesOf(order: PackingDetails, whole: StaffOrder | null) {
  const events = order.timeline.map(({ id, message, actorName, createdAt }) => ({
    key: `event ${id}`,
    createdAt,
    shown: (
      <>
        <span className="break-words">{message}</span>
        <span className="block text-sm text-ink-soft">
          {displayMoment(createdAt)}
          {actorName && ` · ${actorName}`}
        </span>
      </>
    ),
  }));
  const notes = (whole?.staffNotes ?? []).map((note) => ({
    key: `note ${note.id}`,
    createdAt: note.createdAt,
    shown: <StaffNote note={note} />,
  }));
  // ISO times sort as texts; equal ones stay as they are.
  return [...events, ...notes].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}
