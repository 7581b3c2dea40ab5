import { useState } from "react";
import { useCommand } from "#app/components/staff/kit/use-command.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useRootData, useStoreCurrency } from "#app/lib/root-data.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { taxWordsOf } from "#server/settings/company-facts.ts";
import { defaultSettings } from "#server/settings/default-settings.ts";
import type { StaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { Finder, FoundCustomer, FoundProduct } from "./finder.tsx";
import { useFoundCustomers, useFoundProducts } from "./found-by-shop.ts";
import {
  type Draft,
  type DraftCustomer,
  draftCustomerOf,
  emptyDraft,
  formValuesOf,
  withProduct,
} from "./order-draft.ts";
import { OrderForm } from "./order-form.tsx";

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

const FAILED = "Failed to create order";
const NO_RESPONSE = "The server did not answer. Press Create Order again: it makes one order only.";

/** Takes an order for a customer. What is typed is asked about before it is thrown away. */
export function CreateOrderForm({ rules, startsWith, onClose, onCreated }: CreateOrderFormProps) {
  const store = useRootData()?.store ?? defaultSettings;
  const [isTyped, setIsTyped] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft(),
    ...(startsWith ? { customer: startsWith } : {}),
  }));
  const { send, pending, refusal, forgetRefusal } = useCommand<{ orderId: number }>(
    ({ orderId }) => onCreated(orderId),
    { title: FAILED, message: NO_RESPONSE },
  );
  const change = (next: Draft) => {
    setDraft(next);
    setIsTyped(true);
    // What the server said was about the lines as they were.
    if (next.lines !== draft.lines && !pending) forgetRefusal();
  };
  const currency = useStoreCurrency();
  const isPaidNow = draft.method === "cash" || draft.method === "card";
  return (
    <>
      {refusal && (
        <Notice tone="error" title={FAILED} className="mb-6">
          {refusal.message}
        </Notice>
      )}
      <OrderForm
        draft={draft}
        onChange={change}
        onSend={(typed) => send(orderCommands.create, formValuesOf(typed))}
        pending={pending}
        isUnsaved={isTyped}
        refused={refusal?.fields}
        currency={currency}
        vatMode={rules.vatMode}
        taxWords={(tax) => taxWordsOf(store, tax)}
        findCustomer={
          <Finder
            label="Find a customer"
            hint="Name, email or username. For a new customer, fill in the fields below."
            hasFirstFocus
            useFound={useFoundCustomers}
            wordsOf={FoundCustomer}
            onChoose={(found) => change({ ...draft, customer: draftCustomerOf(found) })}
          />
        }
        findProduct={
          <Finder
            label="Add a product"
            useFound={useFoundProducts}
            wordsOf={(product) => <FoundProduct {...{ product, currency }} />}
            onChoose={(product) => change({ ...draft, lines: withProduct(draft.lines, product) })}
            field="items"
          />
        }
        methods={rules.methods}
        methodHint={
          isPaidNow
            ? "The order is paid when you create it."
            : "The order stays pending until you record its payment."
        }
        mayPayLater={rules.mayPayLater}
        button="Create Order"
        pendingLabel="Creating..."
        waitsForLines
      >
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </OrderForm>
    </>
  );
}
