import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import type { ShownFields } from "#server/core/touched-fields.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { type Currency, labelIn } from "#server/pricing/money.ts";
import { asText, settingGuides } from "#server/settings/setting-guides.ts";
import type { SomeSettings } from "#server/settings/settings-form.ts";
import type { SettingGuide, SettingsTab } from "#server/settings/settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "#server/settings/store-settings.ts";

interface SettingFieldProps {
  guide: SettingGuide;
  saved: string | boolean | undefined;
  /** What the setting changes, with what is typed now. */
  changes: string;
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
export function SettingField({ guide, saved, changes, currency }: SettingFieldProps) {
  const { kind } = guide;
  const label = kind === "pounds" ? labelIn(guide.label, currency) : guide.label;
  const checkbox = { label, field: guide.name, saved, hint: changes };
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

/** What the fields of these settings begin with. */
export function shownIn(guides: readonly SettingGuide[], values: StoreSettingsValues): ShownFields {
  const shown: ShownFields = {};
  for (const { name, kind } of guides) {
    shown[name] = kind === "switch" ? values[name] === true : asText(values[name], kind);
  }
  return shown;
}

/** The settings as they would be with what is typed; a field that holds no valid value yet stays as it is saved. */
export function valuesWith(
  tab: SettingsTab,
  typed: FormData | undefined,
  saved: StoreSettingsValues,
): StoreSettingsValues {
  if (!typed) return saved;
  const settings: SomeSettings = {};
  for (const { name, kind } of settingGuides[tab]) {
    const text = String(typed.get(name) ?? "");
    const parsedValue = kind === "switch" ? text === "on" : isNumber(kind) ? numberIn(text) : text;
    const parsed = storeSettingsSchema.shape[name].safeParse(parsedValue);
    if (parsed.success) Object.assign(settings, { [name]: parsed.data });
  }
  return { ...saved, ...settings };
}

function isNumber(kind: string): boolean {
  return kind === "pounds" || kind === "fraction" || kind === "count" || kind === "rate";
}

function numberIn(text: string): number | undefined {
  if (text.trim() === "") return undefined;
  const read = readNumber(text);
  return "plain" in read ? Number(read.plain) : Number.NaN;
}
