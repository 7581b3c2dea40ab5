import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { counterMethods } from "#server/orders/order.schema.ts";
import { taxWordsOf } from "#server/settings/company-facts.ts";
import { Finder, FoundCustomer, FoundProduct } from "../shop/finder.tsx";
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
          <Finder
            label="Find a trade customer"
            hint="Those with prices of their own. For everybody else, fill in the fields below."
            useFound={(text) => keptFound(customersMatching(sheet.customers, text))}
            wordsOf={({ name, email }) => <FoundCustomer {...{ name, email }} />}
            onChoose={(found) => onChange({ ...draft, customer: found })}
          />
        )
      }
      findProduct={(errors) => (
        <Finder
          label="Add a product"
          useFound={(text) => keptFound(productsMatching(sheet.products, text))}
          wordsOf={(product) => <FoundProduct product={product} currency={rules.currency} />}
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

function keptFound<Found>(found: Found[]) {
  return { found, status: found.length === 0 ? "Nothing found" : `${found.length} found` };
}
