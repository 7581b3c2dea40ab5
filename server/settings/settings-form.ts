import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { type Currency, currencies } from "#server/pricing/money.ts";
import { fieldsOf } from "./setting-guides.ts";
import { type SettingName, type SettingsTab, settingsTabs } from "./settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "./store-settings.ts";

/** Some settings by name, with their types. */
export type SomeSettings = Partial<StoreSettingsValues>;

/** Some settings, each validated; missing ones stay as they are. Unknown names are refused. */
export const someSettingsSchema = z.strictObject(storeSettingsSchema.partial().shape);

/** The currency to which its author has agreed to change: the numbers of all prices stay as they are. */
export const confirmedCurrency = z.enum(currencies).optional();

/** A save of one tab. */
const saveSettingsSchema = z.strictObject({
  tab: z.enum(settingsTabs),
  /** The version of the tab that the person saw; 0 when it was never saved. */
  seenVersion: z.number().int().min(0),
  values: someSettingsSchema,
  confirmedCurrency,
});

interface SettingsSave extends z.infer<typeof saveSettingsSchema> {
  /** The audit entry that this reverts. */
  revertOf?: number;
}

interface SomeSettingsSave {
  values: SomeSettings;
  /** The version of all settings, for saves that must not overwrite anything. */
  seenVersion?: number | undefined;
  /** Tabs that somebody has looked through: they count as saved even if nothing in them changes. */
  confirmedTabs?: readonly SettingsTab[] | undefined;
  confirmedCurrency?: Currency | undefined;
}

/** What staff do with the settings. */
export const settingsCommands = {
  save: describeCommand({
    name: "settings.save",
    permission: "settings.edit",
    input: saveSettingsSchema.transform((save): SettingsSave => save),
    done: "Settings updated",
  }),
  /** For scripts: fields of any tabs at once. */
  saveSome: describeCommand({
    name: "settings.saveSome",
    permission: "settings.edit",
    input: someSettingsSchema.transform((values): SomeSettingsSave => ({ values })),
    done: "Settings updated",
  }),
};

/** The form of one tab: all its fields as a browser submits them, which leaves out empty texts and unticked boxes. */
export function tabFormSchema(tab: SettingsTab) {
  return tabFormFields(tab).transform(({ seenVersion, confirmedCurrency: confirmed, ...values }) => ({
    tab,
    seenVersion,
    ...(confirmed === undefined ? {} : { confirmedCurrency: confirmed }),
    values: someSettingsSchema.parse(values),
  }));
}

/** The part from which the form library derives attributes. */
export function tabFormFields(tab: SettingsTab) {
  return settingFormFields(fieldsOf(tab));
}

/** The same for any settings. */
export function settingFormFields(names: readonly SettingName[]) {
  const fields = Object.fromEntries(names.map((name) => [name, asSent(name)]));
  return z.object({ seenVersion: z.number().int().min(0), confirmedCurrency, ...fields });
}

function asSent(name: SettingName): z.ZodType {
  const schema: z.ZodType = storeSettingsSchema.shape[name];
  if (schema instanceof z.ZodBoolean) return schema.default(false);
  return schema.safeParse("").success ? schema.default("") : schema;
}
