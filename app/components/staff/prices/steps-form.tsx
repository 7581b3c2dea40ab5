import { useState } from "react";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useFieldsOfForm } from "#app/components/ui/field-source.ts";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { priceCommands } from "#server/catalogue/price-commands.ts";
import type { SteppedProductView } from "#server/catalogue/set-price-steps.server.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import { labelIn, penceToDecimal } from "#server/pricing/money.ts";
import { StepWarnings } from "./step-warnings.tsx";

/** Rows that stand empty below the filled ones. */
const EMPTY_ROWS = 3;

interface StepsFormProps {
  product: SteppedProductView;
  lists: readonly TradeListView[];
}

/** The prices by quantity of one product: a row for each step. A row without a quantity and a price is left out. */
export function StepsForm({ product, lists }: StepsFormProps) {
  const money = useStoreMoney();
  const currency = useStoreCurrency();
  const saved = product.priceSteps.map(({ minQuantity, price, tradeList }) => ({
    minQuantity: String(minQuantity),
    price: penceToDecimal(price),
    tradeList: tradeList ?? "",
  }));
  const [more, setMore] = useState(EMPTY_ROWS);
  const empty = Array.from({ length: more }, () => ({ minQuantity: "", price: "", tradeList: "" }));
  const shownLists = [
    { value: "", label: "Everybody" },
    ...lists.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const price = product.onSale
    ? `${money(product.currentPrice)} on sale, ${money(product.price)} otherwise`
    : money(product.price);
  return (
    <CommandForm
      command={priceCommands.setSteps}
      hidden={{ id: product.id }}
      version={{ name: "seenVersion", current: product.version }}
      // Rows that stand empty are left out as the server reads the form.
      isUnchecked
      keepsTexts
      label={product.name}
      className="grid gap-5 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <div>
        <h3 className="text-lg">{product.name}</h3>
        <p className="text-sm text-ink-soft">One costs {price}.</p>
      </div>
      <WrongSteps />
      <ol className="grid gap-4">
        {[...saved, ...empty].map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and none moves
          <li key={index}>
            <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_8rem_minmax(0,16rem)]">
              <legend className="sr-only">Step {index + 1}</legend>
              <TextField
                label="From"
                inputMode="numeric"
                autoComplete="off"
                field={`steps[${index}].minQuantity`}
                saved={row.minQuantity}
              />
              <TextField
                label={labelIn("Price each", currency)}
                inputMode="decimal"
                autoComplete="off"
                field={`steps[${index}].price`}
                saved={row.price}
              />
              <SelectField
                label="For"
                options={shownLists}
                field={`steps[${index}].tradeList`}
                saved={row.tradeList}
                className="max-sm:col-span-2"
              />
            </fieldset>
          </li>
        ))}
      </ol>
      <p className="max-w-prose text-sm text-ink-soft">
        Empty rows are left out; clear a row to remove its step. A price for everybody begins at 2, one for a
        trade list may begin at 1. The lowest price that applies is charged, the sale price included.
      </p>
      <StepWarnings product={product} lists={lists} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Save prices</SubmitButton>
        <Button type="button" variant="secondary" onClick={() => setMore(more + 1)}>
          Add a step
        </Button>
        <ButtonLink to="/admin/prices" variant="secondary">
          Close
        </ButtonLink>
      </div>
    </CommandForm>
  );
}

function WrongSteps() {
  const { errors } = useFieldsOfForm()("steps");
  return errors ? <Notice tone="error" title={errors.join(". ")} /> : null;
}
