import { TextField } from "#app/components/ui/fields.tsx";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { PackingDetails } from "#server/orders/staff-order-view.server.ts";
import { NOTE_HINT, OrderForm, type OrderFormProps } from "./order-form.tsx";

/** What the yard does with an order that is collected: it says that it is ready, and hands it over. */
export function CollectionForms({ order }: OrderFormProps<PackingDetails>) {
  const canBeReady = order.status === "processing" || order.status === "completed";
  const isReady = order.readyAt !== null && order.dispatchedAt === null && order.status !== "cancelled";
  return (
    <>
      <OrderForm
        title="Ready to be collected"
        command={orderCommands.markReady}
        order={order}
        isOver={order.readyAt !== null || order.dispatchedAt !== null || !canBeReady}
        button="Email the customer the code"
      >
        {({ field }) => (
          <TextField
            label="Note"
            field={field("note")}
            hint={`${NOTE_HINT} It stands in the mail as well.`}
          />
        )}
      </OrderForm>
      <OrderForm
        title="Hand over"
        command={orderCommands.handOver}
        order={order}
        isOver={!isReady}
        button="Check the code and hand over"
      >
        {({ field }) => (
          <>
            <TextField
              label="Code"
              field={field("collectionCode")}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              hint="What the customer names: it stands in the mail that said the order is ready."
            />
            <TextField label="Note" field={field("note")} hint={NOTE_HINT} />
          </>
        )}
      </OrderForm>
    </>
  );
}
