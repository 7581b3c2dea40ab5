import { useState } from "react";
import { z } from "zod";
import type { FieldSource } from "#app/components/ui/field-source.ts";
import { CheckboxField, TextField } from "#app/components/ui/fields.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { StaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { paymentLabels } from "#server/orders/payment/payment-labels.ts";
import { amountOfUnits } from "#server/orders/refunds/refund-lines.ts";
import type { UnitMarks } from "#server/orders/withdrawals/withdrawal-rules.ts";
import type { StaffWithdrawal } from "#server/orders/withdrawals/withdrawal-view.ts";
import { currencyName, formatMoney, penceToDecimal } from "#server/pricing/money.ts";
import { penceTyped } from "#server/pricing/typed-money.ts";
import { OrderFormFrame, type OrderFormProps, useOrderChange, useOrderForm } from "./order-form.tsx";

interface RefundFormProps extends OrderFormProps {
  /** What the customer cancelled: the form begins with it, and closes it. */
  withdrawal?: StaffWithdrawal | undefined;
}

/** Gives part or all of the payment back: by units, whose price it is, or by an amount that somebody types. */
export function RefundForm({ order, answer: anyAnswer, withdrawal }: RefundFormProps) {
  // An order may have several of these forms: each shows what came back of its own.
  const answered = Number(anyAnswer?.result.initialValue?.withdrawalId) || undefined;
  const answer = answered === withdrawal?.id ? anyAnswer : undefined;
  const mutation = trpc.orders.refund.useMutation(useOrderChange(orderCommands.refund));
  const hydrated = useHydrated();
  const { fields, refusal, came, frame } = useOrderForm({
    command: orderCommands.refund,
    sent: mutation,
    send: ({ amount, ...value }, done) =>
      mutation.mutate(
        { ...value, ...(amount === undefined ? {} : { amount: penceToDecimal(amount) }) },
        done,
      ),
    answer,
  });
  const [amount, setAmount] = useState(withdrawal?.suggestion.amount);
  const { refundable } = order;
  if (refundable <= 0 && !refusal) return null;
  // Nobody has paid yet: it is credited, and no money moves.
  const isCredit = order.isCounterOrder && order.paidAt === null;
  const verb = isCredit ? "Credit" : "Refund";
  const how = paymentLabels[order.paymentMethod];
  const sum = hydrated && amount ? `${formatMoney(amount, order.currency)} ` : "";
  const what = isCredit ? `Credit ${sum || "it"}`.trim() : `Refund ${sum}${how}`;
  return (
    <OrderFormFrame title={withdrawal ? `${verb} it` : verb} button={what} danger order={order} {...frame}>
      {withdrawal && <input type="hidden" name="withdrawalId" value={withdrawal.id} />}
      {withdrawal && withdrawal.suggestion.delivery > 0 && (
        <p className="text-sm text-ink-soft">
          Nothing is kept, so delivery goes back too. Of a dearer delivery that the customer chose, the
          difference to the standard one need not.
        </p>
      )}
      {isCredit && (
        <p className="text-sm text-ink-soft">
          Nothing was paid yet, so no money goes back: this issues the credit note, and that much less is to
          be paid.
        </p>
      )}
      {order.isCounterOrder && !isCredit && (
        <p className="text-sm text-ink-soft">
          Give the money back yourself, {how}: this writes it down, issues the credit note and mails the
          customer.
        </p>
      )}
      <input type="hidden" name="key" value={order.refundKey} />
      <input type="hidden" name="seenRefunded" value={order.refunded + order.creditedUnpaid} />
      {/* Each refund that was made begins anew. */}
      <RefundFields
        key={frame.done}
        order={order}
        fields={fields}
        came={came}
        refundable={refundable}
        withdrawal={withdrawal}
        onAmount={setAmount}
      />
      <TextField
        label="Reason"
        field={fields.reason}
        hint="The customer reads it in the refund email."
        {...(withdrawal && !came ? { defaultValue: "Cancelled by you" } : {})}
      />
    </OrderFormFrame>
  );
}

const typedUnits = z.array(z.object({ lineId: z.string(), quantity: z.string().optional() }));

interface RefundFieldsProps {
  order: StaffOrder;
  fields: { amount: FieldSource; units: FieldSource; withDelivery: FieldSource; backToStock: FieldSource };
  /** What was sent, where the form comes back. */
  came: Record<string, unknown> | null | undefined;
  refundable: number;
  /** What it begins with. */
  withdrawal: StaffWithdrawal | undefined;
  /** What would be refunded now; undefined while that is not known. */
  onAmount: (amount: number | undefined) => void;
}

/** The amount follows the units until somebody types one. */
function RefundFields({ order, fields, came, refundable, withdrawal, onAmount }: RefundFieldsProps) {
  const begins = came ? undefined : withdrawal;
  const cameUnits = typedUnits.safeParse(came?.units).data ?? [];
  const typedOf = (lineId: number) =>
    cameUnits.find((unit) => unit.lineId === String(lineId))?.quantity ??
    begins?.lines.find((line) => line.lineId === lineId)?.quantity.toString();
  const [units, setUnits] = useState(() =>
    order.items.map(({ id }) => ({ lineId: id, quantity: typedOf(id) ?? "0" })),
  );
  const [withDelivery, setWithDelivery] = useState(
    begins ? begins.suggestion.delivery > 0 : came?.withDelivery === "on",
  );
  const [typed, setTyped] = useState(
    begins ? penceToDecimal(begins.suggestion.amount) : typeof came?.amount === "string" ? came.amount : null,
  );
  const { shippingCost, creditedDelivery } = order;
  const lines = order.units.map(({ lineId, ...line }) => ({ id: lineId, ...line }));
  const deliveryLeft = shippingCost - creditedDelivery;

  const amountTextOf = (chosen: typeof units, delivery: boolean) => {
    const counted = chosen.map(({ lineId, quantity }) => ({
      lineId,
      quantity: /^\d{1,4}$/.test(quantity.trim()) ? Number(quantity) : 0,
    }));
    const amount = amountOfUnits(counted, lines) + (delivery ? deliveryLeft : 0);
    return amount > 0 ? penceToDecimal(amount) : "";
  };
  const tell = (text: string) => onAmount(penceTyped(text));
  const choose = (chosen: typeof units, delivery: boolean) => {
    setUnits(chosen);
    setWithDelivery(delivery);
    setTyped(null);
    tell(amountTextOf(chosen, delivery));
  };

  return (
    <>
      <fieldset
        className="grid gap-3"
        aria-describedby={fields.units.errors ? "refund-units-error" : undefined}
      >
        <legend className="mb-2 text-sm font-medium">What is refunded</legend>
        {order.units.map(({ lineId: id, productName, quantity, creditedQuantity, unitPrice }, index) => (
          <div key={id}>
            <input type="hidden" name={`units[${index}].lineId`} value={id} />
            <TextField
              label={`${productName}: how many of ${quantity - creditedQuantity}, at ${formatMoney(unitPrice, order.currency)}`}
              name={`units[${index}].quantity`}
              type="number"
              inputMode="numeric"
              min={0}
              max={quantity - creditedQuantity}
              value={units[index]?.quantity ?? "0"}
              onChange={({ currentTarget: { value } }) =>
                choose(
                  units.map((unit) => (unit.lineId === id ? { ...unit, quantity: value } : unit)),
                  withDelivery,
                )
              }
              className="max-w-xs"
            />
          </div>
        ))}
        {fields.units.errors && (
          <p id="refund-units-error" className="text-sm text-clay">
            {fields.units.errors.join(" ")}
          </p>
        )}
        {deliveryLeft > 0 && (
          <CheckboxField
            label={`Plus delivery, ${formatMoney(deliveryLeft, order.currency)}`}
            name="withDelivery"
            checked={withDelivery}
            onChange={({ currentTarget: { checked } }) => choose(units, checked)}
          />
        )}
        <CheckboxField
          label="Put the units back into stock"
          field={fields.backToStock}
          // As it was sent, where the form comes back.
          defaultChecked={came ? came.backToStock === "on" : !begins?.lines.some(isUsed)}
        />
      </fieldset>
      <TextField
        label={`Amount in ${currencyName(order.currency)}`}
        field={fields.amount}
        hint={`Follows the units until you type another one. Up to ${formatMoney(refundable, order.currency)} can be ${order.isCounterOrder && order.paidAt === null ? "credited" : "refunded"}.`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? amountTextOf(units, withDelivery)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          tell(value);
        }}
      />
    </>
  );
}

/** What was used does not go back into stock unless somebody says so. */
function isUsed({ mixedIntoSoil, unsealed }: UnitMarks): boolean {
  return mixedIntoSoil || unsealed;
}
