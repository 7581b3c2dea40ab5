import { useState } from "react";
import { useCommand } from "#app/components/staff/kit/use-command.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useRootData, useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useDelayed } from "#app/lib/use-delayed.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { taxWordsOf } from "#server/settings/company-facts.ts";
import { defaultSettings } from "#server/settings/default-settings.ts";
import type { StaffPaymentMethod } from "#server/settings/staff-payment-methods.ts";
import { FindCustomer, foundStatus, SEARCH_DELAY } from "./find-customer.tsx";
import {
  type Draft,
  type DraftCustomer,
  draftCustomerOf,
  emptyDraft,
  formValuesOf,
  withProduct,
} from "./order-draft.ts";
import { OrderForm } from "./order-form.tsx";
import { StockBadge } from "./order-lines.tsx";

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

function CreateOrderForm({ rules, startsWith, onClose, onCreated }: CreateOrderFormProps) {
  const store = useRootData()?.store ?? defaultSettings;
  const [isTyped, setIsTyped] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft(),
    ...(startsWith ? { customer: startsWith } : {}),
  }));
  const { send, pending, refusal, forgetRefusal } = useCommand<{ id: number; invoiceNumber: string }>(
    ({ id }) => onCreated(id),
    { title: FAILED, message: NO_RESPONSE },
  );
  const change = (next: Draft) => {
    setDraft(next);
    setIsTyped(true);
    // What the server said was about the lines as they were.
    if (next.lines !== draft.lines && !pending) forgetRefusal();
  };
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
        currency={useStoreCurrency()}
        vatMode={rules.vatMode}
        taxWords={(tax) => taxWordsOf(store, tax)}
        findCustomer={
          <FindCustomer onChoose={(found) => change({ ...draft, customer: draftCustomerOf(found) })} />
        }
        findProduct={(errors) => (
          <FindProduct
            onChoose={(product) => change({ ...draft, lines: withProduct(draft.lines, product) })}
            errors={errors}
          />
        )}
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

interface FindProductProps {
  onChoose: (product: SoldProduct) => void;
  errors?: string[] | undefined;
}

/** Finds a product by name or description, to be added to an order. */
function FindProduct({ onChoose, errors }: FindProductProps) {
  const money = useStoreMoney();
  const [query, setSearch] = useState("");
  const search = useDelayed(query.trim(), SEARCH_DELAY);
  const { data, error } = trpc.products.list.useQuery({ search }, { enabled: search !== "" });
  // What was found for other letters is not offered: Enter would choose what nobody asked for.
  const isCurrent = query.trim() === search && search !== "";
  const products = isCurrent ? (data?.products ?? []) : [];
  return (
    <Combobox
      label="Add a product"
      value={query}
      onType={setSearch}
      status={foundStatus(isCurrent ? data?.products.length : undefined, error)}
      {...(errors ? { errors } : {})}
      options={products.map((product) => ({
        id: product.id,
        content: (
          <>
            <span className="font-medium">{product.name}</span>
            <span className="flex items-center gap-3 text-sm tabular-nums">
              {money(product.currentPrice)}
              <StockBadge stock={product.stockQuantity} />
            </span>
          </>
        ),
      }))}
      onChoose={(id) => {
        const product = products.find((each) => each.id === id);
        if (product) onChoose(product);
        setSearch("");
      }}
    />
  );
}
