import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate } from "#app/lib/display.ts";
import { disputeStatusWords } from "#server/orders/order.ts";
import type { DisputeView } from "#server/orders/staff-order-view.server.ts";
import type { DisputeStatus } from "#server/payments/payment-status.ts";
import { formatMoney } from "#server/pricing/money.ts";

const tones: Record<DisputeStatus, BadgeTone> = {
  needs_response: "clay",
  under_review: "outline",
  won: "moss",
  lost: "clay",
  closed: "neutral",
};

/** How far a dispute has come, in two words. */
export function DisputeBadge({ status }: { status: DisputeStatus }) {
  return <Badge tone={tones[status]}>{disputeStatusWords[status]}</Badge>;
}

/** What the customer disputes, and until when an answer is wanted. */
export function OrderDisputes({ disputes }: { disputes: readonly DisputeView[] }) {
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
