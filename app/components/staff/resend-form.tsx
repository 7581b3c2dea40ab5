import { trpc } from "#app/lib/trpc.ts";
import type { PackingDetails } from "#server/orders/lists/staff-order-view.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { showDone } from "./form-texts.ts";
import { OrderFormFrame, type OrderFormProps } from "./order-form-frame.tsx";
import { useOrderForm } from "./use-order-form.ts";

export function ResendForm({ order, answer }: OrderFormProps<PackingDetails>) {
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
