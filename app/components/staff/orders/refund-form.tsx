import { TextField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { paymentLabels } from "#server/orders/payment/payment-labels.ts";
import { currencyName, formatMoney, penceToDecimal } from "#server/pricing/money.ts";
import { OrderFormFrame, type OrderFormProps, useOrderChange, useOrderForm } from "./order-form.tsx";

/** Gives part or all of the payment back; says by line what comes back into stock. */
export function RefundForm({ order, answer }: OrderFormProps) {
  const mutation = trpc.orders.refund.useMutation(useOrderChange(orderCommands.refund));
  const { fields, refusal, frame } = useOrderForm({
    command: orderCommands.refund,
    sent: mutation,
    send: (value, done) => mutation.mutate({ ...value, amount: penceToDecimal(value.amount) }, done),
    answer,
  });
  const refundable = order.captured - order.refunded - order.lost;
  if (refundable <= 0 && !refusal) return null;
  const lines = order.restockable.filter(({ quantity }) => quantity > 0);
  return (
    <OrderFormFrame title="Refund" button="Refund now" danger order={order} {...frame}>
      {order.isCounterOrder && (
        <p className="text-sm text-ink-soft">
          Give the money back yourself, {paymentLabels[order.paymentMethod]}: this writes it down, issues the
          credit note and mails the customer.
        </p>
      )}
      <input type="hidden" name="key" value={order.refundKey} />
      <input type="hidden" name="seenRefunded" value={order.refunded} />
      <TextField
        label={`Amount in ${currencyName(order.currency)}`}
        field={fields.amount}
        hint={`Up to ${formatMoney(refundable, order.currency)} can be refunded.`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={penceToDecimal(refundable)}
      />
      <TextField label="Reason" field={fields.reason} hint="The customer reads it in the refund email." />
      {lines.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">Units back into stock</legend>
          {lines.map((line, index) => (
            <div key={line.lineId}>
              <input type="hidden" name={`restock[${index}].lineId`} value={line.lineId} />
              <TextField
                label={`${line.productName}, up to ${line.quantity}`}
                name={`restock[${index}].quantity`}
                type="number"
                min={0}
                max={line.quantity}
                defaultValue={0}
                className="max-w-xs"
              />
            </div>
          ))}
        </fieldset>
      )}
    </OrderFormFrame>
  );
}
