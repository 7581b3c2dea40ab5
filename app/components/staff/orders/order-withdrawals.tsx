import { Badge } from "#app/components/ui/badge.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { isWhole } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { PackingDetails } from "#server/orders/staff-order-view.server.ts";
import { withdrawnText } from "#server/orders/withdrawal-rules.ts";
import type { PackedWithdrawal } from "#server/orders/withdrawals.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { NoteField, OrderForm, type OrderFormProps } from "./order-form.tsx";
import { RefundForm } from "./refund-form.tsx";

/** What the customer cancelled, until when what has to happen, and what staff can do about it. */
export function OrderWithdrawals({ order }: OrderFormProps<PackingDetails>) {
  if (order.withdrawals.length === 0) return null;
  return (
    <section aria-label="Cancelled by the customer" className="grid gap-4">
      <h3 className="text-lg">Cancelled by the customer</h3>
      {order.withdrawals.map((withdrawal) => (
        <div key={withdrawal.id} className="grid gap-3 rounded-lg border border-line-strong p-4">
          <Stated withdrawal={withdrawal} />
          {withdrawal.state === "open" && <SettlingForms order={order} withdrawal={withdrawal} />}
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

function dueText({ sendBackBy, goodsBackAt, refundBy }: PackedWithdrawal): string {
  if (goodsBackAt && refundBy)
    return `Back since ${displayDate(goodsBackAt)}. Refund by ${displayDate(refundBy)}.`;
  if (refundBy) return `None of it has gone out: do not send it. Refund by ${displayDate(refundBy)}.`;
  return `To be sent back by ${displayDate(sendBackBy ?? "")}. Refund within 14 days of its being here, or of proof that it was sent.`;
}

interface SettlingFormsProps extends OrderFormProps<PackingDetails> {
  withdrawal: PackedWithdrawal;
}

/** The goods are back, the money goes back, or neither has to. */
function SettlingForms({ order, withdrawal }: SettlingFormsProps) {
  const whole = isWhole(order) ? order : null;
  const hidden = { withdrawalId: withdrawal.id };
  return (
    <>
      <OrderForm
        title="Goods are back"
        command={orderCommands.goodsBack}
        order={order}
        isOver={withdrawal.goodsBackAt !== null || withdrawal.sendBackBy === null}
        hidden={hidden}
        button="They are here, or proof of sending is"
      >
        <NoteField before="Such as in what state." />
      </OrderForm>
      {whole && (
        <RefundForm order={whole} withdrawal={whole.withdrawals.find(({ id }) => id === withdrawal.id)} />
      )}
      {/* A refund that was made in the provider's dashboard may have been for this. */}
      {whole?.unnamedRefunds.map(({ id, amount: pence, createdAt }) => {
        const amount = formatMoney(pence, whole.currency);
        return (
          <OrderForm
            key={id}
            title={`Was it refunded with ${amount} on ${displayDate(createdAt)}?`}
            command={orderCommands.settleWithRefund}
            order={order}
            hidden={{ ...hidden, refundId: id }}
            button="Yes, close it with this refund"
          >
            <p className="text-sm text-ink-soft">
              {`Somebody gave ${amount} back in the payment provider’s dashboard. Where it was for something else, leave this.`}
            </p>
          </OrderForm>
        );
      })}
      <OrderForm
        title="Close without a refund"
        command={orderCommands.closeWithdrawal}
        order={order}
        hidden={hidden}
        button="Close and email the customer"
        danger
      >
        <TextField
          label="Reason"
          field="reason"
          hint="The customer reads it in the mail, so write what they can do, such as: you keep the goods, as we agreed."
        />
      </OrderForm>
    </>
  );
}
