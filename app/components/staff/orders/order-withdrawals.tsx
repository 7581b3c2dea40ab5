import { Badge } from "#app/components/ui/badge.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { isWhole } from "#server/orders/lists/order-view.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { withdrawnText } from "#server/orders/withdrawals/withdrawal-rules.ts";
import type { PackedWithdrawal } from "#server/orders/withdrawals/withdrawal-view.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { NOTE_HINT, OrderFormFrame, type OrderFormProps, useOrderChangeForm } from "./order-form.tsx";
import { RefundForm } from "./refund-form.tsx";

/** What the customer cancelled, until when what has to happen, and what staff can do about it. */
export function OrderWithdrawals({ order, answer }: OrderFormProps<PackingDetails>) {
  const may = useMayAsk();
  if (order.withdrawals.length === 0) return null;
  const whole = isWhole(order) ? order : null;
  const mayRefund = may(orderCommands.refund.permission);
  return (
    <section aria-label="Cancelled by the customer" className="grid gap-4">
      <h3 className="text-lg">Cancelled by the customer</h3>
      {order.withdrawals.map((withdrawal) => (
        <div key={withdrawal.id} className="grid gap-3 rounded-lg border border-line-strong p-4">
          <Stated withdrawal={withdrawal} />
          {withdrawal.state === "open" && (
            <>
              {may(orderCommands.goodsBack.permission) && (
                <GoodsBackForm order={order} withdrawal={withdrawal} answer={answer} />
              )}
              {whole && mayRefund && (
                <RefundForm
                  order={whole}
                  answer={answer}
                  withdrawal={whole.withdrawals.find(({ id }) => id === withdrawal.id)}
                />
              )}
              {whole &&
                mayRefund &&
                whole.unnamedRefunds.map((refund) => (
                  <SettleForm
                    key={refund.id}
                    order={whole}
                    withdrawal={withdrawal}
                    refund={refund}
                    answer={answer}
                  />
                ))}
              {mayRefund && <CloseForm order={order} withdrawal={withdrawal} answer={answer} />}
            </>
          )}
        </div>
      ))}
    </section>
  );
}

const stateWords: Record<PackedWithdrawal["state"], string> = {
  open: "Open",
  refunded: "Refunded",
  closed: "Closed without a refund",
  settled: "Settled",
};

function Stated({ withdrawal }: { withdrawal: PackedWithdrawal }) {
  const { submittedAt, lines, reason, isLate, state, closingNote } = withdrawal;
  return (
    <div className="grid gap-1 text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          {displayDate(submittedAt)} at {displayTime(submittedAt)}
        </span>
        <Badge tone={state === "open" ? "clay" : "outline"}>{stateWords[state]}</Badge>
        {isLate && <Badge tone="outline">After the 14 days that we can count</Badge>}
      </p>
      <ul className="list-disc pl-6">
        {lines.map((line) => (
          <li key={line.lineId}>
            {withdrawnText(line)}
            {(line.mixedIntoSoil || line.unsealed) && <strong>: look at it</strong>}
          </li>
        ))}
      </ul>
      {reason && <p className="break-words whitespace-pre-line text-ink-soft">“{reason}”</p>}
      {state === "open" && <p>{dueText(withdrawal)}</p>}
      {closingNote && <p className="break-words text-ink-soft">{closingNote}</p>}
    </div>
  );
}

/** The clocks in words. */
function dueText({ sendBackBy, goodsBackAt, refundBy }: PackedWithdrawal): string {
  if (goodsBackAt && refundBy)
    return `Back since ${displayDate(goodsBackAt)}. Refund by ${displayDate(refundBy)}.`;
  if (refundBy) return `None of it has gone out: do not send it. Refund by ${displayDate(refundBy)}.`;
  return `To be sent back by ${displayDate(sendBackBy ?? "")}. Refund within 14 days of its being here, or of proof that it was sent.`;
}

interface WithdrawalFormProps extends OrderFormProps<PackingDetails> {
  withdrawal: PackedWithdrawal;
}

/** Whether what came back is of this one: an order may have several. */
function answerTo({ answer, withdrawal }: WithdrawalFormProps) {
  return Number(answer?.result.initialValue?.withdrawalId) === withdrawal.id ? answer : undefined;
}

function GoodsBackForm(props: WithdrawalFormProps) {
  const { order, withdrawal } = props;
  const { fields, refusal, frame } = useOrderChangeForm(
    orderCommands.goodsBack,
    trpc.orders.goodsBack,
    answerTo(props),
  );
  const isOver = withdrawal.goodsBackAt !== null || withdrawal.sendBackBy === null;
  if (isOver && !refusal) return null;
  return (
    <OrderFormFrame
      title="Goods are back"
      button="They are here, or proof of sending is"
      order={order}
      {...frame}
    >
      <input type="hidden" name="withdrawalId" value={withdrawal.id} />
      <TextField label="Note" field={fields.note} hint={`Such as in what state. ${NOTE_HINT}`} />
    </OrderFormFrame>
  );
}

/** A refund that was made in the provider's dashboard may have been for this. */
function SettleForm({
  refund,
  order,
  ...props
}: OrderFormProps & { withdrawal: PackedWithdrawal; refund: StaffOrder["unnamedRefunds"][number] }) {
  const { frame } = useOrderChangeForm(
    orderCommands.settleWithRefund,
    trpc.orders.settleWithRefund,
    answerTo({ order, ...props }),
  );
  const amount = formatMoney(refund.amount, order.currency);
  return (
    <OrderFormFrame
      title={`Was it refunded with ${amount} on ${displayDate(refund.createdAt)}?`}
      button="Yes, close it with this refund"
      order={order}
      {...frame}
    >
      <input type="hidden" name="withdrawalId" value={props.withdrawal.id} />
      <input type="hidden" name="refundId" value={refund.id} />
      <p className="text-sm text-ink-soft">
        {`Somebody gave ${amount} back in the payment provider’s dashboard. Where it was for something else, leave this.`}
      </p>
    </OrderFormFrame>
  );
}

function CloseForm(props: WithdrawalFormProps) {
  const { order, withdrawal } = props;
  const { fields, frame } = useOrderChangeForm(
    orderCommands.closeWithdrawal,
    trpc.orders.closeWithdrawal,
    answerTo(props),
  );
  return (
    <OrderFormFrame
      title="Close without a refund"
      button="Close and email the customer"
      danger
      order={order}
      {...frame}
    >
      <input type="hidden" name="withdrawalId" value={withdrawal.id} />
      <TextField
        label="Reason"
        field={fields.reason}
        hint="The customer reads it in the mail, so write what they can do, such as: you keep the goods, as we agreed."
      />
    </OrderFormFrame>
  );
}
