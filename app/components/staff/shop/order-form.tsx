import { Trash2 } from "lucide-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import { useFocusNearby } from "#app/components/staff/kit/use-focus-nearby.ts";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import {
  CheckboxField,
  type FieldOf,
  FieldsOfForm,
  SelectField,
  TextareaField,
  TextField,
  useFieldSource,
} from "#app/components/ui/fields.tsx";
import { MAX_SHOP_QUANTITY, shopOrderSchema } from "#server/orders/order.schema.ts";
import { type Currency, currencyName, formatMoney, labelIn, type Pence } from "#server/pricing/money.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { orderSums, type TaxLabels } from "#server/settings/company-facts.ts";
import type { StaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { StockBadge } from "./finder.tsx";
import {
  type Draft,
  type DraftCustomer,
  type DraftLine,
  draftLineTotal,
  draftTotals,
  formValuesOf,
  listPriceOf,
  nobody,
  priceTextOf,
  unitPriceOf,
} from "./order-draft.ts";

type Errors = Record<string, string[] | undefined>;

interface OrderFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Gets a draft in which nothing is wrong. */
  onSend: (draft: Draft) => void;
  pending: boolean;
  /** Something in it is not saved, where leaving asks about that. */
  isUnsaved?: boolean;
  serverErrors?: Errors | undefined;
  currency: Currency;
  vatMode: VatMode;
  taxLabels: (tax: Pence) => TaxLabels;
  findCustomer: ReactNode;
  findProduct: ReactNode;
  methods: readonly StaffPaymentMethod[];
  methodHint: string;
  /** Cash may be paid on delivery. */
  mayPayLater?: boolean;
  confirmationHint?: string;
  button: string;
  pendingLabel: string;
  /** Its button waits until there is something to order. */
  waitsForLines?: boolean;
  children: ReactNode;
}

const methodLabels: Record<StaffPaymentMethod, string> = {
  cash: "Cash",
  card: "Card",
  bank_transfer: "Bank transfer",
  account: "Account",
};

/** The fields that are wrong, each with its messages: `items[0].quantity`. */
function errorsIn(draft: Draft): Errors {
  const { error } = shopOrderSchema.safeParse(formValuesOf(draft));
  const errors: Errors = {};
  for (const { path, message } of error?.issues ?? []) {
    const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    errors[name.slice(1)] = [...(errors[name.slice(1)] ?? []), message];
  }
  return errors;
}

/** The form in which staff take an order, with a connection and without one. */
export function OrderForm(props: OrderFormProps) {
  const {
    draft,
    onChange,
    onSend,
    pending,
    serverErrors = {},
    currency,
    methods,
    mayPayLater = false,
  } = props;
  /** The order that was to be sent with something wrong in it: another one, of a form that was cleared, has no errors. */
  const [wrongOrder, setWrongOrder] = useState<string>();
  const { customer, lines, method, payLater, sendConfirmation } = draft;
  const errors = wrongOrder === draft.retryKey ? errorsIn(draft) : {};
  const id = useId();
  const field: FieldOf = (name) => ({
    id: `${id}-${name}`,
    name,
    errors: errors[name] ?? serverErrors[name],
  });
  const totals = draftTotals(lines, customer.tradeList, props.vatMode);
  const sums = orderSums(totals, props.taxLabels(totals.vat), currency, {
    delivery: "Delivery",
    free: "Handed over",
  });

  const send = (form: HTMLFormElement) => {
    if (pending) return;
    const isWrong = Object.keys(errorsIn(draft)).length > 0;
    setWrongOrder(isWrong ? draft.retryKey : undefined);
    if (!isWrong) return onSend(draft);
    // Once the messages are there.
    requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };

  return (
    <form
      noValidate
      aria-label="Order"
      data-unsaved={props.isUnsaved && !pending ? "yes" : "no"}
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <FieldsOfForm.Provider value={field}>
        <CustomerFields
          customer={customer}
          find={props.findCustomer}
          onChange={(next) => onChange({ ...draft, customer: next })}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-lg font-medium">Products</legend>
          {props.findProduct}
          <OrderLines
            lines={lines}
            tradeList={customer.tradeList}
            currency={currency}
            onChange={(next) => onChange({ ...draft, lines: next })}
          />
        </fieldset>
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-lg font-medium">Payment</legend>
          <SelectField
            label="Payment method"
            field="paymentMethod"
            value={method}
            onChange={(event) => {
              const chosen = methods.find((each) => each === event.currentTarget.value);
              if (chosen) onChange({ ...draft, method: chosen });
            }}
            options={methods.map((value) => ({ value, label: methodLabels[value] }))}
            hint={props.methodHint}
            className="max-w-sm"
          />
          {method === "cash" && mayPayLater && (
            <CheckboxField
              label="Cash is paid on delivery"
              field="payLater"
              checked={payLater}
              onChange={(event) => onChange({ ...draft, payLater: event.currentTarget.checked })}
              hint="The order stays pending until you record its payment."
            />
          )}
          <CheckboxField
            label="Send the customer a confirmation by email"
            hint={props.confirmationHint}
            checked={sendConfirmation}
            onChange={(event) => onChange({ ...draft, sendConfirmation: event.currentTarget.checked })}
          />
        </fieldset>
      </FieldsOfForm.Provider>
      <dl aria-live="polite" className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {sums.map(({ label, amount, kind }) => (
          <Fragment key={label}>
            <dt className={kind === "total" ? "text-lg font-medium" : "text-ink-soft"}>{label}</dt>
            <dd className={kind === "total" ? "text-right text-lg font-medium" : "text-right"}>{amount}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={props.waitsForLines && lines.length === 0}
          pending={pending}
          pendingLabel={props.pendingLabel}
        >
          {props.button}
        </Button>
        {props.children}
      </div>
    </form>
  );
}

interface CustomerFieldsProps {
  customer: DraftCustomer;
  /** Where somebody known is found. */
  find: ReactNode;
  onChange: (customer: DraftCustomer) => void;
}

/** Who buys: somebody found, whose details can still be changed for this order, or somebody new. */
function CustomerFields({ customer, find, onChange }: CustomerFieldsProps) {
  const textOf = (part: "name" | "email" | "phone" | "address") => ({
    value: customer[part],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...customer, [part]: event.currentTarget.value }),
    autoComplete: "off",
  });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-lg font-medium">Customer</legend>
      {find}
      {customer.id !== null && (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-lg bg-sunken px-4 py-2 text-sm">
          <span>The order goes to the account of {customer.name || customer.email}.</span>
          <TakesAway
            onPress={() => onChange(nobody)}
            className={buttonClass({ variant: "secondary", size: "small" })}
          >
            Somebody else
          </TakesAway>
        </p>
      )}
      <Wrong name="customerId" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" field="customerName" required maxLength={200} {...textOf("name")} />
        <TextField
          label="Email"
          field="customerEmail"
          type="email"
          required
          maxLength={254}
          {...textOf("email")}
        />
        <TextField label="Phone" field="customerPhone" type="tel" maxLength={50} {...textOf("phone")} />
        <TextareaField
          label="Address"
          field="customerAddress"
          required
          rows={2}
          maxLength={1000}
          {...textOf("address")}
        />
      </div>
    </fieldset>
  );
}

interface TakesAwayProps {
  onPress: () => void;
  className: string;
  children: ReactNode;
}

/** A button that goes with what it takes away: the focus stays near. */
function TakesAway({ onPress, className, children }: TakesAwayProps) {
  const noticePress = useFocusNearby();
  return (
    <button
      type="button"
      className={className}
      onClick={({ currentTarget }) => {
        noticePress(currentTarget);
        onPress();
      }}
    >
      {children}
    </button>
  );
}

/** What is wrong with something that has no field of its own. */
function Wrong({ name }: { name: string }) {
  const errors = useFieldSource({ field: name })?.errors;
  return errors ? <p className="text-sm font-medium text-clay">{errors.join(" ")}</p> : null;
}

interface OrderLinesProps {
  lines: readonly DraftLine[];
  tradeList: string | null;
  currency: Currency;
  onChange: (lines: DraftLine[]) => void;
}

function OrderLines({ lines, tradeList, currency, onChange }: OrderLinesProps) {
  const money = (amount: Pence) => formatMoney(amount, currency);
  if (lines.length === 0) return <p className="text-sm text-ink-soft">No products yet.</p>;
  const change = (index: number, part: Partial<DraftLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  return (
    <ul aria-label="Items" className="divide-y divide-line border-y border-line">
      {lines.map((line, index) => {
        const { product } = line;
        const name = `items[${index}]`;
        const listPrice = listPriceOf(line, tradeList);
        return (
          <li key={product.id} className="grid gap-3 py-3">
            <div className="flex items-center justify-between gap-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">{product.name}</span>{" "}
                <StockBadge stock={product.stockQuantity} />
                {unitPriceOf(line, tradeList) !== listPrice && (
                  <span className="text-sm text-ink-soft">List price {money(listPrice)}</span>
                )}
              </p>
              <TakesAway
                onPress={() => onChange(lines.filter((_, at) => at !== index))}
                className="inline-flex size-10 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
              >
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Remove {product.name}</span>
              </TakesAway>
            </div>
            <Wrong name={`${name}.productId`} />
            <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[8rem_8rem_1fr]">
              <TextField
                label="Quantity"
                aria-label={`Quantity of ${product.name}`}
                field={`${name}.quantity`}
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_SHOP_QUANTITY}
                value={line.quantity}
                onChange={(event) => change(index, { quantity: event.currentTarget.value })}
              />
              <TextField
                label={labelIn("Price each", currency)}
                aria-label={`Price of one ${product.name} in ${currencyName(currency)}`}
                field={`${name}.price`}
                inputMode="decimal"
                autoComplete="off"
                value={priceTextOf(line, tradeList)}
                onChange={(event) => change(index, { price: event.currentTarget.value })}
              />
              <p className="pt-9 text-right font-medium whitespace-nowrap tabular-nums">
                {money(draftLineTotal(line, tradeList))}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
