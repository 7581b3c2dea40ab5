import { z } from "zod";
import { type ChangeSummary, changeMessage } from "#server/audit/change-labels.ts";
import { describeWith } from "#server/commands/command.ts";
import { isoDay, requiredText } from "#server/core/fields.ts";
import { type Currency, currencies, currencyName } from "#server/pricing/money.ts";
import { readTariff, type TypedTariff, tariffText } from "#server/pricing/tariff-text.ts";
import { type Claims, claimKeys } from "./claims.ts";
import { fieldsOf } from "./setting-guides.ts";
import { type SettingName, type SettingsTab, settingsTabs } from "./settings-tabs.ts";
import { type StoreSettingsValues, storeSettingsSchema } from "./store-settings.ts";

/** Why a shop with an order keeps its currency. */
export const CURRENCY_IS_FIXED =
  "The currency is fixed for the shop's life by its first order, and while somebody pays for one. Orders of the demo data count until they are removed.";

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

/** `revertOf` is the audit entry that it reverts. */
type SettingsSave = z.infer<typeof saveSettingsSchema> & { revertOf?: number };

interface SomeSettingsSave {
  values: SomeSettings;
  /** The version of all settings, for saves that must not overwrite anything. */
  seenVersion?: number | undefined;
  /** Tabs that somebody has looked through: they count as saved even if nothing in them changes. */
  confirmedTabs?: readonly SettingsTab[] | undefined;
  confirmedCurrency?: Currency | undefined;
}

const cell = z.string().max(1000, "Please use at most 1000 characters").default("");
const price = z.string().max(20, "Please use at most 20 characters").default("");

const MOST_COLUMNS = 20;

/** The table of rates as its form sends it; columns without a name are left out with all that stands in them. */
const tariffFields = z.object({
  /** Of the Shipping tab. */
  seenVersion: z.number().int().min(0),
  columns: z.array(price).max(MOST_COLUMNS).default([]),
  rows: z
    .array(z.object({ zone: cell, places: cell, prices: z.array(price).max(MOST_COLUMNS).default([]) }))
    .max(100)
    .default([]),
  /** Delivery goes by this table from now on. */
  charge: z.boolean().default(false),
});

const saveTariffSchema = tariffFields.transform((typed, context) => {
  const used = typed.columns.flatMap((name, index) => (name.trim() === "" ? [] : [index]));
  const tariff = {
    columns: used.map((index) => typed.columns[index] ?? ""),
    rows: typed.rows.map((row) => ({ ...row, prices: used.map((index) => row.prices[index] ?? "") })),
  };
  const read = readTariff(tariff);
  for (const problem of "problems" in read ? read.problems : []) {
    const { row, field, message } = problem;
    const column = problem.column === undefined ? undefined : (used[problem.column] ?? 0);
    const ofColumn = column === undefined ? [] : ["columns", column];
    const ofRow =
      row === undefined ? ofColumn : ["rows", row, ...(field ? [field] : ["prices", column ?? 0])];
    context.addIssue({ code: "custom", message, path: ofRow, input: typed });
  }
  const values: SomeSettings = {
    deliveryTariff: tariffText(tariff),
    ...(typed.charge ? { shippingEnabled: true, shippingCalculationType: "weight" } : {}),
  };
  return { seenVersion: typed.seenVersion, values };
});

/** A table that a file brought, and what is wrong with it by the fields of its form. */
export interface ReadTariff extends TypedTariff {
  problems: Record<string, string[]>;
}

const editing = describeWith("settings.edit");

/** What staff do with the settings. */
export const settingsCommands = {
  /** Saves nothing: anyone who agrees with what was read sends `settings.saveTariff`. */
  readTariff: editing(
    "settings.readTariff",
    z.object({ csv: z.string().default("") }),
    (_read: ReadTariff) => ({
      title: "The file is in the table",
      description: "Nothing is saved yet: look at the table, and save the rates.",
    }),
  ),
  saveTariff: editing("settings.saveTariff", saveTariffSchema, "Rates saved"),
  save: editing(
    "settings.save",
    saveSettingsSchema.transform((save): SettingsSave => save),
    ({ change }: { change: ChangeSummary | null }) => changeMessage("Settings updated", change),
  ),
  /** For scripts: fields of any tabs at once. */
  saveSome: editing(
    "settings.saveSome",
    someSettingsSchema.transform((values): SomeSettingsSave => ({ values })),
    "Settings updated",
  ),
};

/** The form of one tab: all its fields as a browser submits them, which leaves out empty texts and unticked boxes. */
export function tabFormSchema(tab: SettingsTab) {
  return settingFormFields(fieldsOf(tab)).transform(
    ({ seenVersion, confirmedCurrency: confirmed, ...values }) => ({
      tab,
      seenVersion,
      ...(confirmed === undefined ? {} : { confirmedCurrency: confirmed }),
      values: someSettingsSchema.parse(values),
    }),
  );
}

/** The fields of a form that asks about some settings. */
export function settingFormFields(names: readonly SettingName[]) {
  const fields = Object.fromEntries(names.map((name) => [name, asSent(name)]));
  return z.object({ seenVersion: z.number().int().min(0), confirmedCurrency, ...fields });
}

function asSent(name: SettingName): z.ZodType {
  const schema: z.ZodType = storeSettingsSchema.shape[name];
  if (schema instanceof z.ZodBoolean) return schema.default(false);
  return schema.safeParse("").success ? schema.default("") : schema;
}

const short = (missing: string) => requiredText(60, missing, "Please use at most 60 characters");
const sentence = (missing: string) => requiredText(300, missing, "Please use at most 300 characters");

const claimSchema = z.object({
  figure: short("Please enter the figure"),
  says: sentence("Please say what the figure means"),
  source: sentence("Please say where the figure comes from"),
  checkedOn: z.union([z.literal(""), isoDay("Please enter a date")]).default(""),
});

const retailYearSchema = z.object({
  year: z.number().int().min(2000).max(2100),
  kg: z.number("Please enter kilograms").min(0, "Must not be below 0").max(10_000_000, "That is too much"),
  share: z.number("Please enter percent").min(0, "Must not be below 0").max(100, "Must not be above 100"),
});

/** The form of all claims. */
const statementsSchema = z.object({
  claims: z.record(z.enum(claimKeys), claimSchema),
  retailYears: z.array(retailYearSchema).max(100).readonly(),
  seenVersion: z.number().int().min(0),
});

/** What the owner does with what the site states. */
export const statementCommands = {
  save: editing(
    "statements.save",
    statementsSchema.transform(({ claims, ...rest }) => ({ ...rest, claims: claims as Claims })),
    "Claims updated",
  ),
};

/** What a change of currency asks its author to confirm. */
export function currencyQuestion(before: Currency, after: Currency): string {
  return `The numbers of all prices stay as they are: what costs 30.00 ${currencyName(before)} will cost 30.00 ${currencyName(after)}. Delivery charges and thresholds too. From the first order on the currency cannot be changed.`;
}

/** What keeps settings from being saved together, by field. `confirmed` is the currency that the author confirmed. */
export function settingsErrors(
  before: StoreSettingsValues,
  after: StoreSettingsValues,
  confirmed: Currency | undefined,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (after.currency !== "GBP" && after.exchangeRate === 0) {
    const one = currencyName(after.currency).slice(0, -1);
    errors.exchangeRate = [`Enter how many pounds one ${one} is: VAT papers show it.`];
  }
  if (after.currency !== "GBP" && after.exchangeRateDay === "") {
    errors.exchangeRateDay = ["Enter the day that the rate is of: VAT papers show it."];
  }
  if (after.shippingCalculationType === "weight" && after.deliveryTariff.trim() === "") {
    errors.shippingCalculationType = ["Fill in the table of rates first: by weight goes by it."];
  }
  if (after.currency !== before.currency && confirmed !== after.currency) {
    errors.confirmedCurrency = [`Confirm this to save: ${currencyQuestion(before.currency, after.currency)}`];
  }
  return errors;
}
