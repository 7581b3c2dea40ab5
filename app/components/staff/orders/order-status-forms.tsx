import { Badge } from "#app/components/ui/badge.tsx";
import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { useMay } from "#app/lib/use-may.ts";
import { isCollected } from "#server/checkout/delivery-choice.ts";
import { isWhole, mayMove } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { canBeSent } from "#server/orders/parcels.ts";
import type { PackingDetails } from "#server/orders/staff-order-view.server.ts";
import { withdrawnText } from "#server/orders/withdrawal-rules.ts";
import type { PackedWithdrawal } from "#server/orders/withdrawals.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { ParcelFields } from "./order-details.tsx";
import { NoteField, OrderForm, type OrderFormProps, RefundForm } from "./order-form.tsx";

/** What staff can do with an order; each form is for anyone who holds the permission of its command. */
export function OrderForms({ order }: OrderFormProps<PackingDetails>) {
  const mayRelease = useMay(orderCommands.release.permission);
  // What is done with money takes seeing it.
  const whole = isWhole(order) ? order : null;
  return (
    <section aria-label="Actions" className="grid gap-3">
      {whole && mayRelease && <ReleaseForm order={whole} />}
      {whole && <RecordPaymentForm order={whole} />}
      {isForCollection(order) ? <CollectionForms order={order} /> : <DispatchForm order={order} />}
      <ChangeStatusForm order={order} />
      {whole && <RefundForm order={whole} />}
      {whole && <CancelForm order={whole} />}
      <OrderForm
        title="Resend confirmation"
        command={orderCommands.resendConfirmation}
        order={order}
        button="Send it again"
      >
        <p className="text-sm text-ink-soft">Goes to {order.customerEmail}, with the whole contract.</p>
      </OrderForm>
    </section>
  );
}

function isForCollection({ delivery }: PackingDetails): boolean {
  return delivery ? isCollected({ option: delivery.id }) : false;
}

function DispatchForm({ order }: OrderFormProps<PackingDetails>) {
  return (
    <OrderForm
      title="Dispatch"
      command={orderCommands.dispatch}
      order={order}
      isOver={order.dispatchedAt !== null || !canBeSent(order.status)}
      button="Dispatch and email the customer"
    >
      <TextField label="Carrier" field="carrier" placeholder="Royal Mail" />
      <TextField label="Tracking number" field="trackingNumber" autoComplete="off" spellCheck={false} />
      <ParcelFields order={order} />
      <NoteField />
    </OrderForm>
  );
}

/** For an order whose money went back before all of it was sent. */
function ReleaseForm({ order }: OrderFormProps) {
  return (
    <>
      {order.isHeld && (
        <Notice tone="error" title="Its payment went back">
          Nothing of it is sent until somebody releases it, or cancels it.
        </Notice>
      )}
      <OrderForm
        title="Release"
        command={orderCommands.release}
        order={order}
        isOver={!order.isHeld}
        button="Send it all the same"
      >
        <NoteField />
      </OrderForm>
    </>
  );
}

/** For an order that staff took and whose money has not come yet. */
function RecordPaymentForm({ order }: OrderFormProps) {
  const waits = order.isCounterOrder && order.paidAt === null && order.status !== "cancelled";
  return (
    <OrderForm
      title="Record payment"
      command={orderCommands.recordPayment}
      order={order}
      isOver={!waits}
      button="The money has come"
    >
      <NoteField before="Such as the bank's reference." />
      <p className="text-sm text-ink-soft">The customer hears of it by email, with the note.</p>
    </OrderForm>
  );
}

function ChangeStatusForm({ order }: OrderFormProps<PackingDetails>) {
  const next = (["processing", "completed"] as const).filter((status) => mayMove(order.status, status));
  return (
    <OrderForm
      title="Change status"
      command={orderCommands.changeStatus}
      order={order}
      isOver={next.length === 0}
      button="Save status"
    >
      <SelectField
        key={order.status}
        label="New status"
        field="to"
        saved={next[0]}
        options={next.map((status) => ({ value: status, label: status }))}
      />
      <NoteField />
    </OrderForm>
  );
}

function CancelForm({ order }: OrderFormProps) {
  return (
    <OrderForm
      title="Cancel order"
      command={orderCommands.cancel}
      order={order}
      isOver={!mayMove(order.status, "cancelled")}
      button="Cancel order"
      danger
    >
      <CheckboxField label="Put the goods back into stock" field="restock" saved={true} />
      <NoteField />
      <p className="text-sm text-ink-soft">The customer hears of it by email, with the note.</p>
      {order.captured > order.refunded && (
        <p className="text-sm text-ink-soft">Cancelling gives no money back: refund the payment as well.</p>
      )}
    </OrderForm>
  );
}

/** What the yard does with an order that is collected: it says that it is ready, and hands it over. */
function CollectionForms({ order }: OrderFormProps<PackingDetails>) {
  const isReady = order.readyAt !== null && order.dispatchedAt === null && order.status !== "cancelled";
  return (
    <>
      <OrderForm
        title="Ready to be collected"
        command={orderCommands.markReady}
        order={order}
        isOver={order.readyAt !== null || order.dispatchedAt !== null || !canBeSent(order.status)}
        button="Email the customer the code"
      >
        <NoteField after="It stands in the mail as well." />
      </OrderForm>
      <OrderForm
        title="Hand over"
        command={orderCommands.handOver}
        order={order}
        isOver={!isReady}
        button="Check the code and hand over"
      >
        <TextField
          label="Code"
          field="collectionCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="What the customer names: it stands in the mail that said the order is ready."
        />
        <NoteField />
      </OrderForm>
    </>
  );
}

/** What the customer cancelled, until when what has to happen, and what staff can do about it. */
export function OrderWithdrawals({ order }: OrderFormProps<PackingDetails>) {
  if (order.withdrawals.length === 0) return null;
  return (
    <section aria-label="Cancelled by the customer" className="grid gap-4">
      <h3 className="text-lg">Cancelled by the customer</h3>
      {order.withdrawals.map((withdrawal) => (
        <div key={withdrawal.id} className="grid gap-3 rounded-lg border border-line-strong p-4">
          <Stated withdrawal={withdrawal} />
          {withdrawal.state === "open" && <WithdrawalForms order={order} withdrawal={withdrawal} />}
        </div>
      ))}
    </section>
  );
}

const stateLabels: Record<PackedWithdrawal["state"], string> = {
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
        <Badge tone={state === "open" ? "clay" : "outline"}>{stateLabels[state]}</Badge>
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

interface WithdrawalFormsProps extends OrderFormProps<PackingDetails> {
  withdrawal: PackedWithdrawal;
}

/** The goods are back, the money goes back, or neither has to. */
function WithdrawalForms({ order, withdrawal }: WithdrawalFormsProps) {
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
