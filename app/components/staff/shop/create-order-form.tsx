import { Fragment, useState } from "react";
import { UnsavedGuard } from "#app/components/staff/typed/unsaved-guard.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { CheckboxField, SelectField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useTaxWords } from "#app/lib/use-tax-labels.ts";
import { shopOrderFormSchema } from "#server/orders/order.schema.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { codeOf, penceToDecimal } from "#server/pricing/money.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { orderSums } from "#server/settings/company-facts.ts";
import type { StaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { refusedFields, showDone } from "../form-texts.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { FindCustomer } from "./find-customer.tsx";
import { FindProduct } from "./find-product.tsx";
import {
  type DraftCustomer,
  type DraftLine,
  draftCustomerOf,
  draftTotals,
  newRetryKey,
  nobody,
  withProduct,
} from "./order-draft.ts";
import { OrderLines } from "./order-lines.tsx";

/** What the owner's settings say about orders that staff take. */
interface ShopRules {
  vatMode: VatMode;
  methods: StaffPaymentMethod[];
  /** Cash may be paid on delivery. */
  mayPayLater: boolean;
}

interface CreateOrderFormProps {
  rules: ShopRules;
  /** Whom it is for, where somebody came from a customer's page. */
  startsWith: DraftCustomer | null;
  onClose: () => void;
  onCreated: (orderId: number) => void;
}

const methodLabels: Record<StaffPaymentMethod, string> = {
  cash: "Cash",
  card: "Card",
  bank_transfer: "Bank transfer",
  account: "Account",
};

const FAILED = "Failed to create order";
const NO_RESPONSE = "The server did not answer. Press Create Order again: it makes one order only.";

function CreateOrderForm({ rules, startsWith, onClose, onCreated }: CreateOrderFormProps) {
  const utils = trpc.useUtils();
  const [retryKey] = useState(newRetryKey);
  const [isTyped, setIsTyped] = useState(false);
  const [customer, setCustomer] = useState(startsWith ?? nobody);
  const [lines, setLines] = useState<DraftLine[]>([]);
  const [method, setMethod] = useState<StaffPaymentMethod>("cash");
  const create = trpc.shop.createOrder.useMutation({
    onSuccess: (made) => {
      void utils.orders.invalidate();
      void utils.products.list.invalidate();
      void utils.shop.customers.invalidate();
      showDone(orderCommands.create, made);
      setIsTyped(false);
    },
    onError: (error) => {
      void utils.products.list.invalidate();
      showToast({ kind: "error", title: FAILED, description: serverMessage(error, NO_RESPONSE) });
    },
  });
  const [form, fields, errors] = useCheckedForm({
    id: "create-order",
    rules: { paymentMethod: {} },
    schema: shopOrderFormSchema,
    send: ({ items, ...rest }) => {
      const sent = items.map(({ price, ...item }) => ({
        ...item,
        ...(price === undefined ? {} : { price: penceToDecimal(price) }),
      }));
      create.mutate({ ...rest, items: sent }, { onSuccess: ({ id }) => onCreated(id) });
    },
  });
  const refused = refusedFields(create.error);
  const errorsOf = (name: string) => errors[name] ?? refused[name];
  const changeCustomer = (next: DraftCustomer) => {
    setCustomer(next);
    setIsTyped(true);
  };
  const changeLines = (next: DraftLine[]) => {
    setLines(next);
    setIsTyped(true);
    // What the server said was about the lines as they were.
    if (!create.isPending) create.reset();
  };
  const currency = useStoreCurrency();
  const totals = draftTotals(lines, customer.tradeList, rules.vatMode);
  const sums = orderSums(totals, useTaxWords(totals.vat), codeOf(currency), {
    delivery: "Delivery",
    free: "Handed over",
  });
  const isPaidNow = method === "cash" || method === "card";

  return (
    <CheckedForm form={form} onChange={() => setIsTyped(true)} className="grid gap-6">
      <UnsavedGuard dirty={isTyped && !create.isPending} />
      <input type="hidden" name="retryKey" value={retryKey} />
      {create.error && (
        <Notice tone="error" title={FAILED}>
          {serverMessage(create.error, NO_RESPONSE)}
        </Notice>
      )}
      <CustomerFields
        customer={customer}
        find={<FindCustomer onChoose={(found) => changeCustomer(draftCustomerOf(found))} />}
        onChange={changeCustomer}
        errorsOf={errorsOf}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-lg font-medium">Products</legend>
        <FindProduct
          onChoose={(product) => changeLines(withProduct(lines, product))}
          errors={lines.length === 0 ? undefined : errorsOf("items")}
        />
        <OrderLines
          lines={lines}
          tradeList={customer.tradeList}
          currency={currency}
          onChange={changeLines}
          errorsOf={errorsOf}
        />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-lg font-medium">Payment</legend>
        <SelectField
          label="Payment method"
          field={fields.paymentMethod}
          value={method}
          onChange={(event) => {
            const chosen = rules.methods.find((each) => each === event.currentTarget.value);
            if (chosen) setMethod(chosen);
          }}
          options={rules.methods.map((value) => ({ value, label: methodLabels[value] }))}
          errors={errorsOf("paymentMethod")}
          hint={
            isPaidNow
              ? "The order is paid when you create it."
              : "The order stays pending until you record its payment."
          }
          className="max-w-sm"
        />
        {method === "cash" && rules.mayPayLater && (
          <CheckboxField
            label="Cash is paid on delivery"
            name="payLater"
            errors={errorsOf("payLater")}
            hint="The order stays pending until you record its payment."
          />
        )}
        <CheckboxField
          label="Send the customer a confirmation by email"
          name="sendConfirmation"
          defaultChecked
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
        <Button disabled={lines.length === 0} pending={create.isPending} pendingLabel="Creating...">
          Create Order
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  );
}

interface CreateOrderDialogProps {
  open: boolean;
  rules: ShopRules;
  startsWith: DraftCustomer | null;
  onClose: () => void;
  onCreated: (orderId: number) => void;
}

/** Takes an order for a customer. What is typed is asked about before it is thrown away. */
export function CreateOrderDialog({ open, onClose, ...rest }: CreateOrderDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Create Order" className="md:w-[min(52rem,calc(100vw-2rem))]">
      {open && <CreateOrderForm onClose={onClose} {...rest} />}
    </Dialog>
  );
}
