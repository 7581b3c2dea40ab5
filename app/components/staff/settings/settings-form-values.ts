import type { ShownFields } from "#server/core/touched-fields.ts";
import { readNumber } from "#server/core/typed-number.ts";
import { asText, settingGuides } from "#server/settings/setting-guides.ts";
import type { SomeSettings } from "#server/settings/settings-form.ts";
import type { SettingGuide, SettingsTab } from "#server/settings/settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "#server/settings/store-settings.ts";

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
