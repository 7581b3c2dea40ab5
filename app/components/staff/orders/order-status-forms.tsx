import { showDone } from "#app/components/staff/form-texts.ts";
import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { isCollected } from "#server/checkout/delivery-choice.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import type { PackingDetails } from "#server/orders/lists/find-staff-order.server.ts";
import { isWhole } from "#server/orders/lists/order-view.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { mayMove } from "#server/orders/status/order-status.ts";
import { CollectionForms } from "./collection-forms.tsx";
import {
  NOTE_HINT,
  OrderFormFrame,
  type OrderFormProps,
  useOrderChangeForm,
  useOrderForm,
} from "./order-form.tsx";
import { ParcelFields } from "./order-parcels.tsx";
import { RefundForm } from "./refund-form.tsx";

/** What staff can do with an order; each form is for whoever holds the permission of its command. */
export function OrderForms({ order, answer }: OrderFormProps<PackingDetails>) {
  const may = useMayAsk();
  const offers = ({ permission }: CommandDefinition) => may(permission);
  const packing = { order, answer };
  // What is done with money takes seeing it.
  const whole = isWhole(order) ? { order, answer } : null;
  return (
    <section aria-label="Actions" className="grid gap-3">
      {whole && offers(orderCommands.release) && <ReleaseForm {...whole} />}
      {whole && offers(orderCommands.recordPayment) && <RecordPaymentForm {...whole} />}
      {offers(orderCommands.dispatch) &&
        (isForCollection(order) ? <CollectionForms {...packing} /> : <DispatchForm {...packing} />)}
      {offers(orderCommands.changeStatus) && <ChangeStatusForm {...packing} />}
      {whole && offers(orderCommands.refund) && <RefundForm {...whole} />}
      {whole && offers(orderCommands.cancel) && <CancelForm {...whole} />}
      {offers(orderCommands.resendConfirmation) && <ResendForm {...packing} />}
    </section>
  );
}

// Each form goes when its time is over, but not while it has something to say: who was second must be told.

function isForCollection({ delivery }: PackingDetails): boolean {
  return delivery ? isCollected({ option: delivery.id }) : false;
}

function DispatchForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const { fields, refusal, came, frame } = useOrderChangeForm(
    orderCommands.dispatch,
    trpc.orders.dispatch,
    answer,
  );
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
      <ParcelFields order={order} fields={fields} came={came} />
      <TextField label="Note" field={fields.note} hint={NOTE_HINT} />
    </OrderFormFrame>
  );
}

/** For an order whose money went back before all of it was sent. */
function ReleaseForm({ order, answer }: OrderFormProps) {
  const { fields, refusal, frame } = useOrderChangeForm(orderCommands.release, trpc.orders.release, answer);
  if (!order.isHeld && !refusal) return null;
  return (
    <>
      <Notice tone="error" title="Its payment went back">
        Nothing of it is sent until somebody releases it, or cancels it.
      </Notice>
      <OrderFormFrame title="Release" button="Send it all the same" order={order} {...frame}>
        <TextField label="Note" field={fields.note} hint={NOTE_HINT} />
      </OrderFormFrame>
    </>
  );
}

/** For an order that staff took and whose money has not come yet. */
function RecordPaymentForm({ order, answer }: OrderFormProps) {
  const { fields, refusal, frame } = useOrderChangeForm(
    orderCommands.recordPayment,
    trpc.orders.recordPayment,
    answer,
  );
  const waits = order.isCounterOrder && order.paidAt === null && order.status !== "cancelled";
  if (!waits && !refusal) return null;
  return (
    <OrderFormFrame title="Record payment" button="The money has come" order={order} {...frame}>
      <TextField label="Note" field={fields.note} hint={`Such as the bank's reference. ${NOTE_HINT}`} />
      <p className="text-sm text-ink-soft">The customer hears of it by email, with the note.</p>
    </OrderFormFrame>
  );
}

function ChangeStatusForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const { fields, refusal, came, frame } = useOrderChangeForm(
    orderCommands.changeStatus,
    trpc.orders.changeStatus,
    answer,
  );
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

function CancelForm({ order, answer }: OrderFormProps) {
  const { fields, refusal, came, frame } = useOrderChangeForm(
    orderCommands.cancel,
    trpc.orders.cancel,
    answer,
  );
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
      <p className="text-sm text-ink-soft">The customer hears of it by email, with the note.</p>
      {order.captured > order.refunded && (
        <p className="text-sm text-ink-soft">Cancelling gives no money back: refund the payment as well.</p>
      )}
    </OrderFormFrame>
  );
}

function ResendForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const utils = trpc.useUtils();
  const mutation = trpc.orders.resendConfirmation.useMutation({
    onSuccess: (sent) => {
      void utils.orders.details.invalidate({ id: order.id });
      showDone(orderCommands.resendConfirmation, sent);
    },
  });
  const { frame } = useOrderForm({
    command: orderCommands.resendConfirmation,
    sent: mutation,
    send: mutation.mutate,
    answer,
  });
  return (
    <OrderFormFrame title="Resend confirmation" button="Send it again" order={order} {...frame}>
      <p className="text-sm text-ink-soft">Goes to {order.customerEmail}, with the whole contract.</p>
    </OrderFormFrame>
  );
}
