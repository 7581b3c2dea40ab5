import { Form, useNavigation } from "@remix-run/react";
import { useId, useState } from "react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useStoreCurrency, useStoreMoney } from "#app/lib/root-data.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { priceCommands } from "#server/catalogue/price-commands.ts";
import type { SteppedProductView } from "#server/catalogue/set-price-steps.server.ts";
import type { TradeListView } from "#server/catalogue/trade-lists.server.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { labelIn, penceToDecimal } from "#server/pricing/money.ts";
import { isAbout } from "../form-texts.ts";
import { StepWarnings } from "./step-warnings.tsx";
import { typedSteps } from "./typed-steps.ts";

/** Rows that stand empty below the filled ones: without JavaScript nobody could ask for more before saving. */
const EMPTY_ROWS = 3;

interface StepsFormProps {
  product: SteppedProductView;
  lists: readonly TradeListView[];
  answer: RefusedForm | undefined;
}

/** The prices by quantity of one product: a row for each step. A row without a quantity and a price is left out. */
export function StepsForm({ product, lists, answer }: StepsFormProps) {
  const id = useId();
  const hydrated = useHydrated();
  const money = useStoreMoney();
  const currency = useStoreCurrency();
  const sending = useNavigation().formData?.get("intent") === priceCommands.setSteps.name;
  const cameBack = isAbout(answer, priceCommands.setSteps, "id", String(product.id)) ? answer : undefined;
  const saved = product.priceSteps.map(({ minQuantity, price, tradeList }) => ({
    minQuantity: String(minQuantity),
    price: penceToDecimal(price),
    tradeList: tradeList ?? "",
  }));
  const rows = cameBack ? typedSteps(cameBack.result.initialValue) : saved;
  const [more, setMore] = useState(EMPTY_ROWS);
  const errors = cameBack?.result.error ?? {};
  const errorsAt = (name: string) => errors[name] ?? undefined;
  const empty = Array.from({ length: more }, () => ({ minQuantity: "", price: "", tradeList: "" }));
  const shownLists = [
    { value: "", label: "Everybody" },
    ...lists.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const price = product.onSale
    ? `${money(product.currentPrice)} on sale, ${money(product.price)} otherwise`
    : money(product.price);
  return (
    <Form
      method="post"
      action={`/admin/prices?product=${product.id}`}
      preventScrollReset
      noValidate
      aria-labelledby={id}
      className="grid gap-5 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <input type="hidden" name="intent" value={priceCommands.setSteps.name} />
      <input type="hidden" name="id" value={product.id} />
      <input type="hidden" name="seenVersion" value={product.version} />
      <div>
        <h3 id={id} className="text-lg">
          {product.name}
        </h3>
        <p className="text-sm text-ink-soft">One costs {price}.</p>
      </div>
      {cameBack?.refusal && <Notice tone="error" title={cameBack.refusal} />}
      {errorsAt("steps") && <Notice tone="error" title={errorsAt("steps")?.join(". ") ?? ""} />}
      <ol className="grid gap-4">
        {[...rows, ...empty].map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and none moves
          <li key={index}>
            <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_8rem_minmax(0,16rem)]">
              <legend className="sr-only">Step {index + 1}</legend>
              <TextField
                label="From"
                name={`steps[${index}].minQuantity`}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={row.minQuantity}
                errors={errorsAt(`steps[${index}].minQuantity`)}
              />
              <TextField
                label={labelIn("Price each", currency)}
                name={`steps[${index}].price`}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={row.price}
                errors={errorsAt(`steps[${index}].price`)}
              />
              <SelectField
                label="For"
                name={`steps[${index}].tradeList`}
                options={shownLists}
                defaultValue={row.tradeList}
                errors={errorsAt(`steps[${index}].tradeList`)}
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
        <Button pending={sending}>Save prices</Button>
        {hydrated && (
          <Button type="button" variant="secondary" onClick={() => setMore(more + 1)}>
            Add a step
          </Button>
        )}
        <ButtonLink to="/admin/prices" variant="secondary">
          Close
        </ButtonLink>
      </div>
    </Form>
  );
}
