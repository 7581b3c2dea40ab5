import { CheckboxField } from "#app/components/ui/checkbox-field.tsx";
import { SelectField } from "#app/components/ui/select-field.tsx";
import { TextField } from "#app/components/ui/text-field.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/staff-order-view.ts";
import {
  cancelOrderSchema,
  changeStatusSchema,
  dispatchOrderSchema,
  recordPaymentSchema,
} from "#server/orders/staff-order.schema.ts";
import { mayMove } from "#server/orders/status/order-status.ts";
import { OrderFormFrame } from "./order-form-frame.tsx";
import { type OrderFormResult, useOrderChange, useOrderForm } from "./use-order-form.ts";

/** `order` is what the form needs of it: `StaffOrder` where money has a part. */
export interface OrderFormProps<Order extends PackingDetails = StaffOrder> {
  order: Order;
  answer: OrderFormResult | undefined;
}

// Each form goes when its time is over, but not while it has something to say: who was second must be told.

const NOTE_HINT = "Goes on the timeline, which the customer can read.";

export function DispatchForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const mutation = trpc.orders.dispatch.useMutation(useOrderChange("dispatch"));
  const { fields, refusal, frame } = useOrderForm({
    intent: "dispatch",
    schema: dispatchOrderSchema,
    sent: mutation,
    send: mutation.mutate,
    answer,
  });
  const canBeSent = order.status === "processing" || order.status === "completed";
  if ((order.dispatchedAt !== null || !canBeSent) && !refusal) return null;
  return (
    <OrderFormFrame title="Dispatch" button="Dispatch and email the customer" order={order} {...frame}>
      <TextField label="Carrier" field={fields.carrier} placeholder="Royal Mail" />
      <TextField
        label="Tracking number"
        field={fields.trackingNumber}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField label="Note" field={fields.note} hint={NOTE_HINT} />
    </OrderFormFrame>
  );
}

/** For an order that staff took and whose money has not come yet. */
export function RecordPaymentForm({ order, answer }: OrderFormProps) {
  const mutation = trpc.orders.recordPayment.useMutation(useOrderChange("record-payment"));
  const { fields, refusal, frame } = useOrderForm({
    intent: "record-payment",
    schema: recordPaymentSchema,
    sent: mutation,
    send: mutation.mutate,
    answer,
  });
  const waits = order.isCounterOrder && order.paidAt === null && order.status !== "cancelled";
  if (!waits && !refusal) return null;
  return (
    <OrderFormFrame title="Record payment" button="The money has come" order={order} {...frame}>
      <TextField label="Note" field={fields.note} hint={`Such as the bank's reference. ${NOTE_HINT}`} />
    </OrderFormFrame>
  );
}

export function ChangeStatusForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const mutation = trpc.orders.changeStatus.useMutation(useOrderChange("change-status"));
  const { fields, refusal, came, frame } = useOrderForm({
    intent: "change-status",
    schema: changeStatusSchema,
    sent: mutation,
    send: mutation.mutate,
    answer,
  });
  const next = (["processing", "completed"] as const).filter((status) => mayMove(order.status, status));
  if (next.length === 0 && !refusal) return null;
  return (
    <OrderFormFrame title="Change status" button="Save status" order={order} {...frame}>
      <SelectField
        label="New status"
        field={fields.to}
        defaultValue={typeof came?.to === "string" ? came.to : next[0]}
        options={next.map((status) => ({ value: status, label: status }))}
      />
      <TextField label="Note" field={fields.note} hint={NOTE_HINT} />
    </OrderFormFrame>
  );
}

export function CancelForm({ order, answer }: OrderFormProps) {
  const mutation = trpc.orders.cancel.useMutation(useOrderChange("cancel"));
  const { fields, refusal, came, frame } = useOrderForm({
    intent: "cancel",
    schema: cancelOrderSchema,
    sent: mutation,
    send: mutation.mutate,
    answer,
  });
  if (!mayMove(order.status, "cancelled") && !refusal) return null;
  return (
    <OrderFormFrame title="Cancel order" button="Cancel order" danger order={order} {...frame}>
      <CheckboxField
        label="Put the goods back into stock"
        field={fields.restock}
        // As it was sent, where the form comes back.
        defaultChecked={!came || came.restock === "on"}
      />
      <TextField label="Note" field={fields.note} hint={NOTE_HINT} />
      {order.captured > order.refunded && (
        <p className="text-sm text-ink-soft">Cancelling gives no money back: refund the payment as well.</p>
      )}
    </OrderFormFrame>
  );
}
