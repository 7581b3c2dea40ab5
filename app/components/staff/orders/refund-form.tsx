import { useState } from "react";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { CheckboxField, TextField } from "#app/components/ui/fields.tsx";
import { paymentLabels } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { amountOfUnits, deliveryLeft } from "#server/orders/refund-rules.ts";
import type { StaffOrder } from "#server/orders/staff-order-view.server.ts";
import type { UnitMarks } from "#server/orders/withdrawal-rules.ts";
import type { StaffWithdrawal } from "#server/orders/withdrawals.server.ts";
import { currencyName, formatMoney, penceToDecimal } from "#server/pricing/money.ts";
import { penceTyped } from "#server/pricing/typed-money.ts";
import { OrderForm, type OrderFormProps } from "./order-form.tsx";

interface RefundFormProps extends OrderFormProps {
  /** What the customer cancelled: the form begins with it, and closes it. */
  withdrawal?: StaffWithdrawal | undefined;
}

/** Gives part or all of the payment back: by units, whose price it is, or by an amount that somebody types. */
export function RefundForm({ order, withdrawal }: RefundFormProps) {
  const begun = withdrawal?.suggestion.amount;
  const [amount, setAmount] = useState(begun);
  /** How many were made: each begins again. */
  const [times, setTimes] = useState(0);
  const { refundable } = order;
  // Nobody has paid yet: it is credited, and no money moves.
  const isCredit = order.isCounterOrder && order.paidAt === null;
  const verb = isCredit ? "Credit" : "Refund";
  const how = paymentLabels[order.paymentMethod];
  const sum = amount ? `${formatMoney(amount, order.currency)} ` : "";
  const what = isCredit ? `Credit ${sum || "it"}`.trim() : `Refund ${sum}${how}`;
  return (
    <OrderForm
      title={withdrawal ? `${verb} it` : verb}
      command={orderCommands.refund}
      order={order}
      isOver={refundable <= 0}
      hidden={{
        ...(withdrawal ? { withdrawalId: withdrawal.id } : {}),
        key: order.refundKey,
        seenRefunded: order.refunded + order.creditedUnpaid,
      }}
      button={what}
      danger
      onDone={() => {
        setTimes(times + 1);
        setAmount(begun);
      }}
    >
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
      <RefundFields
        key={times}
        order={order}
        refundable={refundable}
        withdrawal={withdrawal}
        onAmount={setAmount}
      />
      <TextField
        label="Reason"
        field="reason"
        saved={withdrawal && "Cancelled by you"}
        hint="The customer reads it in the refund email."
      />
    </OrderForm>
  );
}

interface RefundFieldsProps {
  order: StaffOrder;
  refundable: number;
  withdrawal: StaffWithdrawal | undefined;
  /** What would be refunded now; undefined while that is not known. */
  onAmount: (amount: number | undefined) => void;
}

/** The amount follows the units until somebody types one. */
function RefundFields({ order, refundable, withdrawal, onAmount }: RefundFieldsProps) {
  const begunOf = (lineId: number) =>
    withdrawal?.lines.find((line) => line.lineId === lineId)?.quantity.toString();
  const [units, setUnits] = useState(() =>
    order.items.map(({ id }) => ({ lineId: id, quantity: begunOf(id) ?? "0" })),
  );
  const [withDelivery, setWithDelivery] = useState(withdrawal ? withdrawal.suggestion.delivery > 0 : false);
  const [typed, setTyped] = useState(withdrawal ? penceToDecimal(withdrawal.suggestion.amount) : null);
  const unitErrors = useFieldsOfForm()("units").errors;
  const lines = order.units.map(({ lineId, ...line }) => ({ id: lineId, ...line }));
  const ofDelivery = deliveryLeft(order);

  const amountTextOf = (chosen: typeof units, delivery: boolean) => {
    const counted = chosen.map(({ lineId, quantity }) => ({
      lineId,
      quantity: /^\d{1,4}$/.test(quantity.trim()) ? Number(quantity) : 0,
    }));
    const amount = amountOfUnits(counted, lines) + (delivery ? ofDelivery : 0);
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
      <fieldset className="grid gap-3" aria-describedby={unitErrors ? "refund-units-error" : undefined}>
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
        {unitErrors && (
          <p id="refund-units-error" className="text-sm text-clay">
            {unitErrors.join(" ")}
          </p>
        )}
        {ofDelivery > 0 && (
          <CheckboxField
            label={`Plus delivery, ${formatMoney(ofDelivery, order.currency)}`}
            name="withDelivery"
            checked={withDelivery}
            onChange={({ currentTarget: { checked } }) => choose(units, checked)}
          />
        )}
        <CheckboxField
          label="Put the units back into stock"
          field="backToStock"
          saved={!withdrawal?.lines.some(isUsed)}
        />
      </fieldset>
      <TextField
        label={`Amount in ${currencyName(order.currency)}`}
        field="amount"
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
