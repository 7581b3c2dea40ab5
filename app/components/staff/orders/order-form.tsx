import { ChevronDown } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import type { KeyMark } from "#app/components/staff/frame/keys.tsx";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { CheckboxField, FieldError, TextField } from "#app/components/ui/fields.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { paymentLabels } from "#server/orders/order.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { amountOfUnits, deliveryLeft } from "#server/orders/refund-rules.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/staff-order-view.server.ts";
import type { UnitMarks } from "#server/orders/withdrawal-rules.ts";
import type { StaffWithdrawal } from "#server/orders/withdrawals.server.ts";
import { currencyName, formatMoney, penceToDecimal } from "#server/pricing/money.ts";
import { penceTyped } from "#server/pricing/typed-money.ts";

/** `order` is what the form needs of it: `StaffOrder` where money has a part. */
export interface OrderFormProps<Order extends PackingDetails = StaffOrder> {
  order: Order;
}

interface OrderFormFrameProps<Result> {
  /** What the disclosure says while it is closed. */
  title: string;
  command: CommandDefinition<z.ZodType, Result>;
  order: Pick<PackingDetails, "id" | "status">;
  /** There is nothing to do any more: it goes, but not while it has something to say. Who was second must be told. */
  isOver?: boolean;
  hidden?: Record<string, string | number>;
  button: string;
  danger?: boolean;
  children: ReactNode;
  onDone?: () => void;
}

/** The key that opens a form of an order. */
const keyMarks: Record<string, KeyMark> = {
  [orderCommands.dispatch.name]: "dispatch",
  [orderCommands.markReady.name]: "dispatch",
  [orderCommands.handOver.name]: "dispatch",
  [orderCommands.refund.name]: "refund",
};

const NOTE_HINT = "Goes on the timeline, which the customer can read.";

/** A note to what is done with an order, and what is said around its hint. */
export function NoteField({ before = "", after = "" }) {
  const hint = [before, NOTE_HINT, after].filter(Boolean).join(" ");
  return <TextField label="Note" field="note" hint={hint} />;
}

/** One thing to do with an order, for anyone who may: opens in place, and is folded once it is done. */
export function OrderForm<Result>(props: OrderFormFrameProps<Result>) {
  const { title, command, order, isOver = false, hidden, button, danger = false, children, onDone } = props;
  const [open, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const mayDo = useMay(command.permission);
  if (!mayDo || (isOver && !hasFailed)) return null;
  return (
    <details
      open={open}
      data-key={keyMarks[command.name]}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-lg border border-line open:bg-sunken/40"
    >
      <summary
        ref={summary}
        className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 font-medium"
      >
        {title}
        <ChevronDown aria-hidden className={classNames("size-4", open && "rotate-180")} />
      </summary>
      <CommandForm
        command={command}
        hidden={{ orderId: order.id, from: order.status, ...hidden }}
        button={button}
        look={danger ? "danger" : "primary"}
        className="grid gap-4 px-4 pt-1 pb-4"
        onError={() => setFailed(true)}
        onDone={() => {
          setFailed(false);
          setOpen(false);
          // The button that had the focus is folded away.
          summary.current?.focus();
          onDone?.();
        }}
      >
        {children}
      </CommandForm>
    </details>
  );
}

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
        <FieldError id="refund-units-error" errors={unitErrors} />
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
