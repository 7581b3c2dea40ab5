import { z } from "zod";
import { describeCommand } from "#server/commands/command.ts";
import { fieldsOf } from "./setting-guides.ts";
import { type SettingName, type SettingsTab, settingsTabs } from "./settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "./store-settings.ts";

/** Some settings by name, each of its own type. */
export type SomeSettings = Partial<StoreSettingsValues>;

/** Some settings, each checked; what is not named stays as it is. Unknown names are refused. */
export const someSettingsSchema = z.strictObject(storeSettingsSchema.partial().shape);

/** A save of one tab. */
const saveSettingsSchema = z.strictObject({
  tab: z.enum(settingsTabs),
  /** The tab's version that the person was looking at; 0 while it was never saved. */
  seenVersion: z.number().int().min(0),
  values: someSettingsSchema,
});

export type SaveSettingsInput = z.infer<typeof saveSettingsSchema>;

interface SettingsSave extends SaveSettingsInput {
  /** The audit entry that this takes back. */
  revertOf?: number;
}

interface SomeSettingsSave {
  values: SomeSettings;
  /** Of all settings, where nobody may have saved any since. */
  seenVersion?: number | undefined;
}

/** What staff do to the settings. */
export const settingsCommands = {
  save: describeCommand({
    name: "settings.save",
    permission: "settings.edit",
    input: saveSettingsSchema.transform((save): SettingsSave => save),
    done: "Settings updated",
  }),
  /** Of any tabs at once, as scripts do. */
  saveSome: describeCommand({
    name: "settings.saveSome",
    permission: "settings.edit",
    input: someSettingsSchema.transform((values): SomeSettingsSave => ({ values })),
    done: "Settings updated",
  }),
};

/**
 * The form of one tab: all its fields as a browser sends them, where an empty text and a box that is not ticked are
 * not sent at all.
 */
export function tabFormSchema(tab: SettingsTab) {
  return tabFormFields(tab).transform(({ seenVersion, ...values }) => ({
    tab,
    seenVersion,
    values: someSettingsSchema.parse(values),
  }));
}

/** The same, as far as the form library derives attributes from it. */
export function tabFormFields(tab: SettingsTab) {
  const fields = Object.fromEntries(fieldsOf(tab).map((name) => [name, asSent(name)]));
  return z.object({ seenVersion: z.number().int().min(0), ...fields });
}

function asSent(name: SettingName): z.ZodType {
  const schema: z.ZodType = storeSettingsSchema.shape[name];
  if (schema instanceof z.ZodBoolean) return schema.default(false);
  return schema.safeParse("").success ? schema.default("") : schema;
}
