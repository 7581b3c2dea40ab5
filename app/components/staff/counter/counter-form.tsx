import { useState } from "react";
import { StockBadge } from "#app/components/staff/shop/order-lines.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { counterMethods } from "#server/orders/order.schema.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { taxWordsOf } from "#server/settings/company-facts.ts";
import { type Draft, emptyDraft, isEmptyDraft, withProduct } from "../shop/order-draft.ts";
import { OrderForm } from "../shop/order-form.tsx";
import { customersMatching, productsMatching, type Sheet } from "./queued-order.ts";

interface CounterFormProps {
  sheet: Sheet;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onTake: (draft: Draft) => Promise<void>;
}

/** Takes an order with what the shop told last: no field of it asks the shop. */
export function CounterForm({ sheet, draft, onChange, onTake }: CounterFormProps) {
  const [isTaking, setIsTaking] = useState(false);
  const { rules } = sheet;
  const take = async (typed: Draft) => {
    setIsTaking(true);
    try {
      await onTake(typed);
    } finally {
      setIsTaking(false);
    }
  };
  return (
    <OrderForm
      draft={draft}
      onChange={onChange}
      onSend={(typed) => void take(typed)}
      pending={isTaking}
      currency={rules.currency}
      vatMode={rules.vatMode}
      taxWords={(tax) => taxWordsOf(rules, tax)}
      findCustomer={
        sheet.customers.length > 0 && (
          <FindKeptCustomer sheet={sheet} onChoose={(found) => onChange({ ...draft, customer: found })} />
        )
      }
      findProduct={(errors) => (
        <FindKeptProduct
          sheet={sheet}
          onChoose={(product) => onChange({ ...draft, lines: withProduct(draft.lines, product) })}
          errors={errors}
        />
      )}
      methods={counterMethods}
      methodHint="Cards and transfers need a connection: take them in the usual form."
      confirmationHint="It goes out once the order has reached the shop."
      button="Take order"
      pendingLabel="Keeping..."
    >
      {!isEmptyDraft(draft) && (
        <Button type="button" variant="secondary" onClick={() => onChange(emptyDraft())}>
          Clear the form
        </Button>
      )}
    </OrderForm>
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
