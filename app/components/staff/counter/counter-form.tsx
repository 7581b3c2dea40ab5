import { Fragment, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { CheckboxField, SelectField } from "#app/components/ui/fields.tsx";
import { shopOrderSchema } from "#server/orders/order.schema.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { orderSums, taxWordsOf } from "#server/settings/company-facts.ts";
import { CustomerFields } from "../shop/customer-fields.tsx";
import { draftTotals, withProduct } from "../shop/order-draft.ts";
import { OrderLines } from "../shop/order-lines.tsx";
import { StockBadge } from "../shop/stock-badge.tsx";
import {
  customersMatching,
  type Draft,
  emptyDraft,
  formValuesOf,
  isEmptyDraft,
  productsMatching,
  type Sheet,
} from "./queued-order.ts";

interface CounterFormProps {
  sheet: Sheet;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onTake: (draft: Draft) => Promise<void>;
}

type Errors = Record<string, string[]>;

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

/** Takes an order with what the shop told last: no field of it asks the shop. */
export function CounterForm({ sheet, draft, onChange, onTake }: CounterFormProps) {
  const [wasPressed, setWasPressed] = useState(false);
  const [isTaking, setIsTaking] = useState(false);
  const { rules } = sheet;
  const { customer, lines, method, sendConfirmation } = draft;
  const errors = wasPressed ? errorsIn(draft) : {};
  const errorsOf = (name: string) => errors[name];
  const totals = draftTotals(lines, customer.tradeList, rules.vatMode);
  const words = taxWordsOf(rules, totals.vat);
  const sums = orderSums(totals, words, rules.currency, { delivery: "Delivery", free: "Handed over" });

  const take = async (form: HTMLFormElement) => {
    setWasPressed(true);
    if (Object.keys(errorsIn(draft)).length > 0) {
      // Once the messages are there.
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setIsTaking(true);
    try {
      await onTake(draft);
      setWasPressed(false);
    } finally {
      setIsTaking(false);
    }
  };

  return (
    <form
      noValidate
      aria-label="Order"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void take(event.currentTarget);
      }}
    >
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-lg font-medium">Products</legend>
        <FindKeptProduct
          sheet={sheet}
          onChoose={(product) => onChange({ ...draft, lines: withProduct(lines, product) })}
          errors={errors.items}
        />
        <OrderLines
          lines={lines}
          tradeList={customer.tradeList}
          currency={rules.currency}
          onChange={(next) => onChange({ ...draft, lines: next })}
          errorsOf={errorsOf}
        />
      </fieldset>
      <CustomerFields
        customer={customer}
        find={
          sheet.customers.length > 0 && (
            <FindKeptCustomer sheet={sheet} onChoose={(found) => onChange({ ...draft, customer: found })} />
          )
        }
        onChange={(next) => onChange({ ...draft, customer: next })}
        errorsOf={errorsOf}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-lg font-medium">Payment</legend>
        <SelectField
          label="Payment method"
          value={method}
          onChange={(event) =>
            onChange({ ...draft, method: event.currentTarget.value === "account" ? "account" : "cash" })
          }
          options={[
            { value: "cash", label: "Cash" },
            { value: "account", label: "On account" },
          ]}
          hint="Cards and transfers need a connection: take them in the usual form."
          className="max-w-sm"
        />
        <CheckboxField
          label="Send the customer a confirmation by email"
          hint="It goes out once the order has reached the shop."
          checked={sendConfirmation}
          onChange={(event) => onChange({ ...draft, sendConfirmation: event.currentTarget.checked })}
        />
      </fieldset>
      <dl aria-live="polite" className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {sums.map(({ label, amount, kind }) => (
          <Fragment key={label}>
            <dt className={kind === "total" ? "text-lg font-medium" : "text-ink-soft"}>{label}</dt>
            <dd className={kind === "total" ? "text-right text-lg font-medium" : "text-right"}>{amount}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button pending={isTaking} pendingLabel="Keeping...">
          Take order
        </Button>
        {!isEmptyDraft(draft) && (
          <Button
            type="button"
            variant="secondary"
            onClick={() => {
              setWasPressed(false);
              onChange(emptyDraft());
            }}
          >
            Clear the form
          </Button>
        )}
      </div>
    </form>
  );
}

function foundWords(count: number): string {
  return count === 0 ? "Nothing found" : `${count} found`;
}

function FindKeptProduct({
  sheet,
  onChoose,
  errors,
}: {
  sheet: Sheet;
  onChoose: (product: Sheet["products"][number]) => void;
  errors: string[] | undefined;
}) {
  const [text, setText] = useState("");
  const found = productsMatching(sheet.products, text);
  return (
    <Combobox
      label="Add a product"
      {...(errors ? { errors } : {})}
      value={text}
      onType={setText}
      status={foundWords(found.length)}
      options={found.map((product) => ({
        id: product.id,
        content: (
          <>
            <span className="font-medium">{product.name}</span>
            <span className="flex items-center gap-3 text-sm tabular-nums">
              {formatMoney(product.currentPrice, sheet.rules.currency)}
              <StockBadge stock={product.stockQuantity} />
            </span>
          </>
        ),
      }))}
      onChoose={(id) => {
        const product = found.find((each) => each.id === id);
        if (product) onChoose(product);
        setText("");
      }}
    />
  );
}

function FindKeptCustomer({
  sheet,
  onChoose,
}: {
  sheet: Sheet;
  onChoose: (customer: Draft["customer"]) => void;
}) {
  const [text, setText] = useState("");
  const found = customersMatching(sheet.customers, text);
  return (
    <Combobox
      label="Find a trade customer"
      hint="Those with prices of their own. For everybody else, fill in the fields below."
      value={text}
      onType={setText}
      status={foundWords(found.length)}
      options={found.flatMap((customer) =>
        customer.id === null
          ? []
          : {
              id: customer.id,
              content: (
                <>
                  <span className="font-medium">{customer.name}</span>
                  <span className="text-sm break-all text-ink-soft">{customer.email}</span>
                </>
              ),
            },
      )}
      onChoose={(id) => {
        const customer = found.find((each) => each.id === id);
        if (customer) onChoose(customer);
        setText("");
      }}
    />
  );
}
