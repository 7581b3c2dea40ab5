import { CheckboxField, SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { isCollected } from "#server/checkout/delivery-choice.ts";
import { isWhole, mayMove } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { canBeSent } from "#server/orders/parcels.ts";
import type { PackingDetails } from "#server/orders/staff-order-view.server.ts";
import { ParcelFields } from "./order-details.tsx";
import { NoteField, OrderForm, type OrderFormProps } from "./order-form.tsx";
import { RefundForm } from "./refund-form.tsx";

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
