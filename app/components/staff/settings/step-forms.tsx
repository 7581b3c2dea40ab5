import { FieldOfKind, useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { FieldError, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import type { ShownFields } from "#server/core/touched-fields.ts";
import {
  type OpeningStepKey,
  openingCommands,
  settingsOfStep,
  stepFormSchema,
} from "#server/doctor/opening-steps.ts";
import { type Currency, formatMoney, labelIn } from "#server/pricing/money.ts";
import { vatOf } from "#server/pricing/vat.ts";
import { claimKeys, type Statements } from "#server/settings/claims.ts";
import { asText, guideOf } from "#server/settings/setting-guides.ts";
import { statementCommands } from "#server/settings/settings-form.ts";
import { EXAMPLE_ITEM, type SettingGuide } from "#server/settings/settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema, vatRateOf } from "#server/settings/store-settings.ts";
import { StepForm } from "./opening-steps.tsx";

interface StepSettingsFormProps {
  step: OpeningStepKey;
  title: string;
  settings: StoreSettingsValues;
  version: number;
  takesRealMoney: boolean;
  /** What is proposed in the place of what was never answered. */
  proposed: Partial<StoreSettingsValues>;
}

/** The settings of a step, with what each changes, as on their tabs of the store settings. */
export function StepSettingsForm(props: StepSettingsFormProps) {
  const { step, title, settings, version, takesRealMoney, proposed } = props;
  const guides = settingsOfStep(step).map(guideOf);
  const shown = fieldsOfSettings(guides, { ...settings, ...proposed });
  return (
    <StepForm
      command={openingCommands.saveSettings}
      schema={stepFormSchema(step)}
      hidden={{ step }}
      version={{ name: "seenVersion", current: version }}
      label={title}
      button="Save"
      className="grid gap-5"
    >
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        {guides.map((guide) => (
          <SettingField
            key={guide.name}
            guide={guide}
            currency={settings.currency}
            saved={shown[guide.name]}
            changes={guide.changes({ ...settings, ...proposed, takesRealMoney })}
          />
        ))}
      </div>
    </StepForm>
  );
}

const ERROR_ID = "prices-include-vat-error";

export function VatQuestion({ settings, version }: { settings: StoreSettingsValues; version: number }) {
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
      <VatAnswers answers={answers} />
      <p className="max-w-prose text-sm text-ink-soft">
        If you are registered and your prices are without VAT, put it into the prices first: customers pay
        what the shop shows.
      </p>
    </StepForm>
  );
}

interface VatAnswer {
  value: string;
  label: string;
  hint: string;
  checked: boolean;
}

function VatAnswers({ answers }: { answers: VatAnswer[] }) {
  const { name, errors } = useFieldsOfForm()("pricesIncludeVat");
  return (
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
      <FieldError id={ERROR_ID} errors={errors} />
    </fieldset>
  );
}

interface ClaimsFormProps {
  statements: Statements;
  version: number;
}

/** Every figure that the site states, with what it means, its source and when it was last checked. */
export function ClaimsForm({ statements: { claims, retailYears }, version }: ClaimsFormProps) {
  return (
    <StepForm
      command={statementCommands.save}
      version={{ name: "seenVersion", current: version }}
      label="Claims"
      button="Save claims"
      className="grid gap-6"
    >
      <ul className="grid gap-6">
        {claimKeys.map((key) => {
          const { figure, says, source, checkedOn } = claims[key];
          return (
            <li key={key}>
              <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
                <legend className="float-left w-full font-medium sm:col-span-2">
                  {figure} {says}
                </legend>
                <TextField label="Figure" field={`claims.${key}.figure`} saved={figure} />
                <TextField label="Means" field={`claims.${key}.says`} saved={says} />
                <TextareaField label="Source" rows={2} field={`claims.${key}.source`} saved={source} />
                <TextField
                  label="Checked on"
                  type="date"
                  field={`claims.${key}.checkedOn`}
                  saved={checkedOn}
                />
              </fieldset>
            </li>
          );
        })}
      </ul>
      <fieldset className="grid gap-4 border-t border-line pt-4">
        <legend className="float-left w-full font-medium">Retail biochar sold by year</legend>
        {retailYears.map(({ year, kg, share }, index) => (
          <div key={year} className="grid gap-4 sm:grid-cols-[4rem_1fr_1fr] sm:items-end">
            <span className="pb-2.5 font-medium tabular-nums">{year}</span>
            <input type="hidden" name={`retailYears[${index}].year`} value={year} />
            <TextField
              label={`Kilograms in ${year}`}
              inputMode="numeric"
              field={`retailYears[${index}].kg`}
              saved={kg}
            />
            <TextField
              label={`Share of ${year} in %`}
              inputMode="decimal"
              field={`retailYears[${index}].share`}
              saved={share}
            />
          </div>
        ))}
      </fieldset>
    </StepForm>
  );
}

interface SettingFieldProps {
  guide: SettingGuide;
  saved: string | boolean | undefined;
  /** What the setting changes, with what is typed now. */
  changes: string;
  currency: Currency;
}

/** One setting: its control, and under its name a line that says what it changes. */
export function SettingField({ guide, saved, changes, currency }: SettingFieldProps) {
  const { name, kind, choices } = guide;
  const label = kind === "pounds" ? labelIn(guide.label, currency) : guide.label;
  // The form library takes what may be empty or an address for required.
  const required = kind !== "switch" && !storeSettingsSchema.shape[name].safeParse("").success;
  return <FieldOfKind {...{ kind, label, saved, required }} field={name} hint={changes} options={choices} />;
}

/** What the fields of these settings begin with. */
export function fieldsOfSettings(guides: readonly SettingGuide[], values: StoreSettingsValues): ShownFields {
  const shown: ShownFields = {};
  for (const { name, kind } of guides) {
    shown[name] = kind === "switch" ? values[name] === true : asText(values[name], kind);
  }
  return shown;
}
