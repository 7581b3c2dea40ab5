import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Passkey, StoreSetting, TwoFactor } from "#db/entities/index.ts";
import {
  type ChangeSummary,
  changedSince,
  fieldLabel,
  revertibleFields,
} from "#server/audit/change-labels.ts";
import { type ChangeView, recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { changedOnly } from "#server/core/touched-fields.ts";
import type { Currency } from "#server/pricing/money.ts";
import { type Statements, savedStatementsOf, statementsOf } from "./claims.ts";
import { isCurrencyFixed, readSettings, whoSaved } from "./read-settings.server.ts";
import { fieldsOf, tabOf } from "./setting-guides.ts";
import {
  CURRENCY_IS_FIXED,
  type SomeSettings,
  settingsCommands,
  settingsErrors,
  someSettingsSchema,
  statementCommands,
  tabFormSchema,
} from "./settings-form.ts";
import { type SettingName, type SettingsTab, settingsTabs, type TabSaves } from "./settings-tabs.ts";
import { defaultSettings, type StoreSettingsValues } from "./store-settings.ts";

interface SaveOptions {
  /** The audit entry that this save reverts. */
  revertOf?: number;
  confirmedCurrency?: Currency | undefined;
  /** Anyone who saves has shown that it is them. */
  endsStaffTwoFactor?: boolean;
}

/**
 * Saves fields of one tab. From then on the whole tab counts as saved, its other fields with their current values.
 * Submitting an already saved tab unchanged does nothing. @throws ShopError `conflict` when somebody saved the tab
 * after `seenVersion`, `validation_failed` for fields of another tab
 */
export const saveSettings = command(
  settingsCommands.save,
  async (context, { tab, seenVersion, values, ...options }): Promise<{ change: ChangeSummary | null }> => {
    requireFieldsOf(tab, values);
    const change = await inTransaction(context.em, async (em) => {
      const row = await lockSettings(em);
      const lastSave = row.tabSaves[tab];
      if ((lastSave?.version ?? 0) !== seenVersion) {
        throw new ShopError("conflict", `${await whoSaved(em, lastSave)} Nothing was overwritten.`);
      }
      return write(em, context, row, [tab], values, options);
    });
    return { change };
  },
  { read: readTabForm },
);

/** The form of one tab, as a browser sends it. */
async function readTabForm(_context: Context, form: FormData) {
  const tab = z.enum(settingsTabs).safeParse(form.get("tab"));
  if (!tab.success) throw new ShopError("bad_request", "This form is not known here.");
  return { form, schema: tabFormSchema(tab.data) };
}

/**
 * Saves fields of any tabs at once, for REST. A tab counts as saved when one of its fields changes, so that sending
 * back everything unchanged replaces no built-in rule. @throws ShopError `conflict` when anything was saved after
 * `seenVersion`, if one is given
 */
export const saveSomeSettings = command(
  settingsCommands.saveSome,
  async (context, { values, seenVersion, confirmedTabs = [], confirmedCurrency }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const row = await lockSettings(em);
      if (seenVersion !== undefined && row.version !== seenVersion) {
        throw new ShopError("conflict", "The settings were changed meanwhile. Nothing was overwritten.");
      }
      const changed = tabsChangedBy(values, { ...defaultSettings, ...row.values });
      const tabs = settingsTabs.filter((tab) => changed.includes(tab) || confirmedTabs.includes(tab));
      if (tabs.length > 0) await write(em, context, row, tabs, values, { confirmedCurrency });
    });
  },
);

async function write(
  em: EntityManager,
  context: Context,
  row: StoreSetting,
  tabs: SettingsTab[],
  values: SomeSettings,
  options: SaveOptions = {},
): Promise<ChangeSummary | null> {
  const inForce: StoreSettingsValues = { ...defaultSettings, ...row.values };
  const changed = changedOnly(inForce, values);
  // Saved before, and nothing changed.
  if (Object.keys(changed).length === 0 && tabs.every((tab) => row.tabSaves[tab])) return null;
  const next = { ...inForce, ...changed };
  requireSavable(inForce, next, options.confirmedCurrency);
  if (next.currency !== inForce.currency && (await isCurrencyFixed(em))) {
    throw new ShopError("conflict", CURRENCY_IS_FIXED, { fields: { currency: [CURRENCY_IS_FIXED] } });
  }
  if (next.staffTwoFactor && !inForce.staffTwoFactor) await requireOwnTwoFactor(em, context);
  if (inForce.staffTwoFactor && !next.staffTwoFactor && !options.endsStaffTwoFactor) throw asksForProof();
  const save = {
    version: row.version + 1,
    at: context.clock.now().toISOString(),
    by: context.actor.kind === "user" ? context.actor.id : null,
  };
  const tabSaves: TabSaves = { ...row.tabSaves };
  for (const tab of tabs) tabSaves[tab] = save;
  const saved = settingsTabs.filter((tab) => tabSaves[tab] !== undefined);
  row.values = pick(next, saved.flatMap(fieldsOf));
  row.tabSaves = tabSaves;
  invalidateOnCommit(em, "settings");
  let change: ChangeSummary | null = null;
  for (const tab of tabs) {
    change = await recordChange(em, context, {
      area: "settings",
      action: "saved",
      subjectId: tab,
      subjectName: `${tab} settings`,
      before: pick(inForce, fieldsOf(tab)),
      after: pick(next, fieldsOf(tab)),
      revertOf: options.revertOf,
    });
  }
  await em.flush();
  return change;
}

/**
 * An administrator must have a second factor before requiring it of all staff: otherwise this very save would lock
 * them out.
 */
async function requireOwnTwoFactor(em: EntityManager, { actor }: Context): Promise<void> {
  if (actor.kind !== "user") return;
  if (await em.count(TwoFactor, { user: actor.id, confirmedAt: { $ne: null } })) return;
  if (await em.count(Passkey, { user: actor.id })) return;
  const message = "Set up two-factor sign-in or a passkey in your own account settings first.";
  throw new ShopError("validation_failed", message, { fields: { staffTwoFactor: [message] } });
}

/**
 * From now on staff may sign in without a second factor. Anyone who calls has made sure of who asks
 * (server/customers/user-actions.server.ts). @returns whether anything changed
 */
export async function saveWithoutStaffTwoFactor(em: EntityManager, context: Context): Promise<boolean> {
  const row = await lockSettings(em);
  const tabs = [tabOf("staffTwoFactor")];
  const change = await write(em, context, row, tabs, { staffTwoFactor: false }, { endsStaffTwoFactor: true });
  return change !== null;
}

/** An unlocked browser and a key of a script must not be enough to let a stolen password in. */
function asksForProof(): ShopError {
  const message =
    "Nothing was saved: this is switched off by its own button under Settings, General, which asks for your password.";
  return new ShopError("validation_failed", message, { fields: { staffTwoFactor: [message] } });
}

/** @throws ShopError `validation_failed` with the fields at fault */
function requireSavable(
  before: StoreSettingsValues,
  after: StoreSettingsValues,
  confirmed: Currency | undefined,
): void {
  const fields = settingsErrors(before, after, confirmed);
  const [message] = Object.values(fields).flat();
  if (message !== undefined) throw new ShopError("validation_failed", message, { fields });
}

/** The single row, created on first use. Saves run one after another. */
async function lockSettings(em: EntityManager): Promise<StoreSetting> {
  await em.execute(
    `insert into store_setting (id, values, tab_saves, version) values (1, '{}', '{}', 0) on conflict do nothing`,
  );
  return em.findOneOrFail(StoreSetting, 1, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

function requireFieldsOf(tab: SettingsTab, values: SomeSettings): void {
  const strangers = Object.keys(values).filter((name) => !fieldsOf(tab).some((field) => field === name));
  if (strangers.length === 0) return;
  const fields = Object.fromEntries(strangers.map((name) => [name, [`Stands on another tab than ${tab}`]]));
  throw new ShopError("validation_failed", `These stand on another tab: ${strangers.join(", ")}.`, {
    fields,
  });
}

function tabsChangedBy(values: SomeSettings, inForce: StoreSettingsValues): SettingsTab[] {
  const changes = (name: SettingName) => values[name] !== undefined && values[name] !== inForce[name];
  return settingsTabs.filter((tab) => fieldsOf(tab).some(changes));
}

function pick(values: StoreSettingsValues, names: readonly SettingName[]): SomeSettings {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/**
 * Reverts what one save changed. A saved tab stays saved: it does not return to "never saved". @throws ShopError
 * `conflict` when one of its fields has changed again since
 */
export async function revertSettings(context: Context, change: ChangeView): Promise<void> {
  const tab = z.enum(settingsTabs).parse(change.subjectId);
  const fields = revertibleFields(change);
  const now = await readSettings(context.em.fork());
  const [again] = changedSince(fields, change.after, { ...now });
  if (again !== undefined) {
    throw new ShopError(
      "conflict",
      `${fieldLabel(again)} has been changed again since. Nothing was taken back.`,
    );
  }
  if (fields.some((name) => name === "currency")) {
    throw new ShopError("conflict", "Change the currency in the settings: they ask what must be agreed to.");
  }
  const values = someSettingsSchema.parse(
    Object.fromEntries(fields.map((name) => [name, change.before[name]])),
  );
  const seenVersion = now.tabSaves[tab]?.version ?? 0;
  await saveSettings(context, { tab, seenVersion, values, revertOf: change.id });
}

/** Saves what the site states. @throws ShopError `conflict` when anything was saved after `seenVersion` */
export const saveStatements = command(
  statementCommands.save,
  async (context, { seenVersion, ...statements }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const row = await lockSettings(em);
      if (row.version !== seenVersion) {
        throw new ShopError("conflict", "The settings were changed meanwhile. Nothing was overwritten.");
      }
      const before = statementsOf(row.statements);
      if (JSON.stringify(before) === JSON.stringify(statementsOf(savedStatementsOf(statements)))) return;
      row.statements = savedStatementsOf(statements);
      invalidateOnCommit(em, "settings");
      await recordChange(em, context, {
        area: "content",
        action: "claims saved",
        subjectId: "claims",
        subjectName: "What the site states",
        before: textsOf(before),
        after: textsOf(statements),
      });
      await em.flush();
    });
  },
);

/** Each statement as one text, as the audit shows it. */
function textsOf({ claims, retailYears }: Statements): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(claims).map(([key, { figure, says, source, checkedOn }]) => [
        key,
        `${figure} ${says} (${source}${checkedOn ? `, checked on ${checkedOn}` : ""})`,
      ]),
    ),
    retailYears: retailYears.map(({ year, kg, share }) => `${year}: ${kg} kg, ${share}%`).join("; "),
  };
}
