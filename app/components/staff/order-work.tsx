import { Link } from "@remix-run/react";
import { OrderTimeline } from "#app/components/orders/order-timeline.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display-date.ts";
import { creditNotePath } from "#server/orders/invoice-path.ts";
import type { RefundView, StaffOrder } from "#server/orders/staff-order-view.ts";
import type { RefundStatus } from "#server/payments/refund-status.ts";
import { formatPounds } from "#server/pricing/money.ts";
import { OrderDisputes } from "./order-disputes.tsx";
import {
  CancelForm,
  ChangeStatusForm,
  DispatchForm,
  type OrderFormProps,
  RecordPaymentForm,
} from "./order-status-forms.tsx";
import { RefundForm } from "./refund-form.tsx";
import { ResendForm } from "./resend-form.tsx";

/** What staff can do with an order, and what has happened to it. */
export function OrderWork(props: OrderFormProps) {
  const { order } = props;
  return (
    <div className="mt-6 grid gap-6 border-t border-line pt-6">
      <Warnings order={order} />
      <section aria-label="Actions" className="grid gap-3">
        <RecordPaymentForm {...props} />
        <DispatchForm {...props} />
        <ChangeStatusForm {...props} />
        <RefundForm {...props} />
        <CancelForm {...props} />
        <ResendForm {...props} />
      </section>
      {order.disputes.length > 0 && <OrderDisputes disputes={order.disputes} />}
      {order.refunds.length > 0 && <Refunds order={order} />}
      <Timeline order={order} />
    </div>
  );
}

function Warnings({ order }: { order: StaffOrder }) {
  const isOpen = order.status === "pending" || order.status === "processing";
  return (
    <>
      {order.agreedPrices.length > 0 && (
        <Notice title="Sold at agreed prices">
          <ul>
            {order.agreedPrices.map(({ productName, listPrice, price, by }) => (
              <li key={productName}>
                {productName}: {formatPounds(price)} instead of {formatPounds(listPrice)}
                {by && `, agreed by ${by}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {isOpen && order.isBackorder && (
        <Notice title="Paid after part of the stock was gone">Agree a later delivery or refund.</Notice>
      )}
      {isOpen && order.deliveryToBeAgreed && (
        <Notice title="Outside the UK">Delivery is to be agreed with the customer.</Notice>
      )}
    </>
  );
}

const tones: Record<RefundStatus, BadgeTone> = {
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
        {formatPounds(order.refunded)} of {formatPounds(order.captured)} refunded
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {order.refunds.map((refund) => (
          <RefundRow key={refund.id} invoiceNumber={order.invoiceNumber} refund={refund} />
        ))}
      </ul>
    </section>
  );
}

function RefundRow({ invoiceNumber, refund }: { invoiceNumber: string; refund: RefundView }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.9375rem]">
      <span className="font-medium tabular-nums">{formatPounds(refund.amount)}</span>
      <Badge tone={tones[refund.status]}>{refund.status}</Badge>
      {refund.creditNoteNumber && (
        <Link
          to={creditNotePath(invoiceNumber, refund.creditNoteNumber, null)}
          className="inline-flex min-h-6 items-center text-moss underline"
        >
          Credit note {refund.creditNoteNumber}
        </Link>
      )}
      <span className="w-full text-sm text-ink-soft">
        {displayDate(refund.createdAt)}: {refund.failureMessage ?? refund.reason}
      </span>
    </li>
  );
}

function Timeline({ order }: { order: StaffOrder }) {
  return (
    <section>
      <h3 className="text-lg">Timeline</h3>
      <OrderTimeline events={order.timeline} />
    </section>
  );
}
