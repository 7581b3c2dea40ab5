import type { ComponentProps } from "react";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { type Currency, labelIn } from "#server/pricing/money.ts";
import type { SettingGuide } from "#server/settings/settings-tabs.ts";
import { storeSettingsSchema } from "#server/settings/store-settings.ts";

interface SettingFieldProps {
  guide: SettingGuide;
  field: NonNullable<ComponentProps<typeof TextField>["field"]>;
  /** What the setting changes, with what is typed now. */
  changes: string;
  /** Of the amounts. */
  currency: Currency;
}

const inputs = {
  text: { type: "text" },
  email: { type: "email", spellCheck: false, autoComplete: "off" },
  tel: { type: "tel", autoComplete: "off" },
  url: { type: "url", spellCheck: false, autoComplete: "off", placeholder: "https://" },
  pounds: { type: "text", inputMode: "decimal" },
  fraction: { type: "text", inputMode: "decimal" },
  rate: { type: "text", inputMode: "decimal" },
  day: { type: "date" },
  count: { type: "text", inputMode: "numeric" },
} as const;

/** One setting: its control, and under its name a line that says what it changes. */
export function SettingField({ guide, field, changes, currency }: SettingFieldProps) {
  const { kind } = guide;
  const label = kind === "pounds" ? labelIn(guide.label, currency) : guide.label;
  const checkbox = { label, field, hint: changes };
  if (kind === "switch") return <CheckboxField {...checkbox} />;
  // The form library takes what may be empty or an address for required.
  const common = { ...checkbox, required: !storeSettingsSchema.shape[guide.name].safeParse("").success };
  if (kind === "lines") return <TextareaField {...common} rows={3} />;
  if (kind === "choice") {
    const options = (guide.choices ?? []).map(({ value, label, unavailable }) => ({
      value,
      label,
      disabled: unavailable,
    }));
    return <SelectField {...common} options={options} />;
  }
  return <TextField {...common} {...inputs[kind]} />;
}
