import { TextField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { PackingDetails } from "#server/orders/lists/find-staff-order.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { NOTE_HINT, OrderFormFrame, type OrderFormProps, useOrderChangeForm } from "./order-form.tsx";

/** What the yard does with an order that is collected: it says that it is ready, and hands it over. */
export function CollectionForms(props: OrderFormProps<PackingDetails>) {
  return (
    <>
      <ReadyForm {...props} />
      <HandOverForm {...props} />
    </>
  );
}

function ReadyForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const { fields, refusal, frame } = useOrderChangeForm(
    orderCommands.markReady,
    trpc.orders.markReady,
    answer,
  );
  const canBeReady = order.status === "processing" || order.status === "completed";
  const isOver = order.readyAt !== null || order.dispatchedAt !== null || !canBeReady;
  if (isOver && !refusal) return null;
  return (
    <OrderFormFrame
      title="Ready to be collected"
      button="Email the customer the code"
      order={order}
      {...frame}
    >
      <TextField label="Note" field={fields.note} hint={`${NOTE_HINT} It stands in the mail as well.`} />
    </OrderFormFrame>
  );
}

function HandOverForm({ order, answer }: OrderFormProps<PackingDetails>) {
  const { fields, refusal, frame } = useOrderChangeForm(orderCommands.handOver, trpc.orders.handOver, answer);
  const isReady = order.readyAt !== null && order.dispatchedAt === null && order.status !== "cancelled";
  if (!isReady && !refusal) return null;
  return (
    <OrderFormFrame title="Hand over" button="Check the code and hand over" order={order} {...frame}>
      <TextField
        label="Code"
        field={fields.collectionCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="What the customer names: it stands in the mail that said the order is ready."
      />
      <TextField label="Note" field={fields.note} hint={NOTE_HINT} />
    </OrderFormFrame>
  );
}
