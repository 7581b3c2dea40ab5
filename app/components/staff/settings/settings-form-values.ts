import type { FormTexts } from "#app/components/staff/kit/use-command.ts";
import { oneLineEnd, type ShownFields } from "#server/core/touched-fields.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { asText, settingGuides } from "#server/settings/setting-guides.ts";
import type { SomeSettings } from "#server/settings/settings-form.ts";
import type { SettingGuide, SettingsTab } from "#server/settings/settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "#server/settings/store-settings.ts";

/** The form's texts for what is saved. */
export function textsOf(tab: SettingsTab, values: StoreSettingsValues): FormTexts {
  return textsOfGuided(settingGuides[tab], values);
}

/** The same for any settings. */
export function textsOfGuided(guides: readonly SettingGuide[], values: StoreSettingsValues): FormTexts {
  const texts: FormTexts = {};
  for (const { name, kind } of guides) {
    const value = values[name];
    if (kind !== "switch") texts[name] = asText(value, kind);
    else if (value === true) texts[name] = "on";
  }
  return texts;
}

/** What the form's fields begin with. */
export function shownIn(tab: SettingsTab, values: StoreSettingsValues): ShownFields {
  const shown: ShownFields = {};
  for (const { name, kind } of settingGuides[tab]) {
    shown[name] = kind === "switch" ? values[name] === true : asText(values[name], kind);
  }
  return shown;
}

/** The settings as they would be with what is typed; a field that holds no valid value yet stays as it is saved. */
export function valuesWith(
  tab: SettingsTab,
  texts: FormTexts,
  saved: StoreSettingsValues,
): StoreSettingsValues {
  const settings: SomeSettings = {};
  for (const { name, kind } of settingGuides[tab]) {
    const text = texts[name];
    const parsedValue = kind === "switch" ? text === "on" : isNumber(kind) ? numberIn(text) : (text ?? "");
    const parsed = storeSettingsSchema.shape[name].safeParse(parsedValue);
    if (parsed.success) Object.assign(settings, { [name]: parsed.data });
  }
  return { ...saved, ...settings };
}

/** The guides of the fields in which two states of a form differ. */
export function differences(tab: SettingsTab, one: FormTexts, other: FormTexts) {
  return settingGuides[tab].filter(({ name, kind }) => {
    const [a, b] = [(one[name] ?? "").trim(), (other[name] ?? "").trim()];
    return isNumber(kind) ? numberIn(a) !== numberIn(b) : oneLineEnd(a) !== oneLineEnd(b);
  });
}

function isNumber(kind: string): boolean {
  return kind === "pounds" || kind === "fraction" || kind === "count" || kind === "rate";
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const read = readNumber(text);
  return "plain" in read ? Number(read.plain) : Number.NaN;
}
