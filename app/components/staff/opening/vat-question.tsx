import { FieldError } from "#app/components/ui/fields.tsx";
import { openingCommands } from "#server/doctor/opening-commands.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { vatOf } from "#server/pricing/vat.ts";
import { EXAMPLE_ITEM } from "#server/settings/settings-tabs.ts";
import { type StoreSettingsValues, vatRateOf } from "#server/settings/store-settings.ts";
import { StepForm } from "./opening-steps.tsx";

const ERROR_ID = "prices-include-vat-error";

interface VatQuestionProps {
  settings: StoreSettingsValues;
  version: number;
}

/** Do your prices include VAT? */
export function VatQuestion({ settings, version }: VatQuestionProps) {
  const price = formatMoney(EXAMPLE_ITEM, settings.currency);
  const inside = formatMoney(
    vatOf(EXAMPLE_ITEM, vatRateOf({ ...settings, taxEnabled: true }, null), "fraction"),
    settings.currency,
  );
  const answers = [
    {
      value: "yes",
      label: "Yes, they include VAT",
      hint: `Of an item at ${price} the checkout shows the VAT inside it, ${inside}, which is what you owe.`,
      checked: settings.taxEnabled && settings.taxIncludedInPrices,
    },
    {
      value: "not_registered",
      label: "We are not registered for VAT",
      hint: "The shop shows and charges no VAT anywhere.",
      checked: !settings.taxEnabled,
    },
  ];
  return (
    <StepForm
      command={openingCommands.answerVat}
      version={{ name: "seenVersion", current: version }}
      label="VAT"
      button="Save answer"
      className="grid gap-5"
    >
      {({ field }) => {
        const { name, errors } = field("pricesIncludeVat");
        return (
          <>
            <fieldset aria-describedby={errors ? ERROR_ID : undefined} className="grid gap-4">
              <legend className="mb-3 font-medium">Do your prices include VAT?</legend>
              {answers.map(({ value, label, hint, checked }) => (
                <label key={value} className="flex items-start gap-3">
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    defaultChecked={checked}
                    className="mt-0.5 size-6 shrink-0"
                  />
                  <span>
                    {label}
                    <span className="block text-sm text-ink-soft">{hint}</span>
                  </span>
                </label>
              ))}
              <FieldError id={ERROR_ID} {...(errors ? { errors } : {})} />
            </fieldset>
            <p className="max-w-prose text-sm text-ink-soft">
              If you are registered and your prices are without VAT, put it into the prices first: customers
              pay what the shop shows.
            </p>
          </>
        );
      }}
    </StepForm>
  );
}
