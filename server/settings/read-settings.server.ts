import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { StoreSetting, User } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { isLive, readEnvironment } from "#server/core/env.server.ts";
import { displayLongMoment } from "#server/core/shop-time.ts";
import { VersionedCache } from "#server/core/topics.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";
import { statementsOf } from "./claims.ts";
import { type SettingsTab, settingsTabs, type TabSave } from "./settings-tabs.ts";
import { defaultSettings, type StoreSettings, storeSettingsSchema } from "./store-settings.ts";

/** The current settings: the defaults, overridden by what the owner saved. */
export async function readSettings(em: EntityManager): Promise<StoreSettings> {
  const row = await em.findOne(StoreSetting, 1);
  const values = storeSettingsSchema.parse({ ...defaultSettings, ...row?.values });
  const tabSaves = row?.tabSaves ?? {};
  return {
    ...values,
    ...statementsOf(row?.statements),
    savedTabs: settingsTabs.filter((tab) => tabSaves[tab] !== undefined),
    tabSaves,
    version: row?.version ?? 0,
    takesRealMoney: isLive(readEnvironment()),
  };
}

const cache = new VersionedCache<StoreSettings>("settings");

/** Like `readSettings`, but cached until somebody saves: for reading pages, not for taking money. */
export function cachedSettings(em: EntityManager): Promise<StoreSettings> {
  return cache.get(process.env.DATABASE_URL ?? "", async () => Object.freeze(await readSettings(em)));
}

/** The context with the settings of this moment, where it was made with those of the cache. */
export async function withCurrentSettings(context: Context): Promise<Context> {
  if (!context.settingsMayBeOld) return context;
  const settings = await readSettings(context.em.fork());
  return { ...context, settings, settingsMayBeOld: false };
}

/** The settings in the database now, not those that this request started with. */
export const findSettings = read("settings.view", async (context: Context) => {
  const em = context.em.fork();
  const { tabSaves, takesRealMoney, ...settings } = await readSettings(em);
  const { savedTabs: _, version: __, claims: ___, retailYears: ____, ...values } = settings;
  const names = await namesOf(em, Object.values(tabSaves));
  const tabs = Object.fromEntries(
    settingsTabs.map((tab) => {
      const save = tabSaves[tab];
      // "Anna Admin, 2 March 2026 at 12:00"; version 0 and null when the tab was never saved.
      const saved = save ? { by: nameIn(names, save), at: save.at } : null;
      return [tab, { version: save?.version ?? 0, saved }];
    }),
  ) as Record<SettingsTab, { version: number; saved: { by: string; at: string } | null }>;
  return { values, takesRealMoney, currencyIsFixed: await isCurrencyFixed(em), tabs };
});

export type SettingsView = Awaited<ReturnType<typeof findSettings>>;

const fixedSchema = z.object({ isFixed: z.boolean() });

/** Whether something was sold, was paid, is being paid or may be tried again in the currency of now. */
export async function isCurrencyFixed(em: EntityManager): Promise<boolean> {
  const { isFixed } = await rawRow(
    em,
    fixedSchema,
    `select exists (select from customer_order)
         or exists (select from payment where amount_received > 0 or status in ('created', 'processing'))
         or exists (select from payment join checkout on checkout.id = checkout_id
                     where payment.status = 'failed' and checkout.status = 'paying') as "isFixed"`,
  );
  return isFixed;
}

/** The version of the whole row, for scripts; 0 before the first save. */
export const findSettingsVersion = read("settings.view", async (context: Context): Promise<number> => {
  return (await context.em.fork().findOne(StoreSetting, 1))?.version ?? 0;
});

/** "Anna Admin saved this tab on 2 March 2026 at 12:00, after you opened it." */
export async function whoSaved(em: EntityManager, save: TabSave | undefined): Promise<string> {
  if (!save) return "This tab was reset after you opened it.";
  const names = await namesOf(em, [save]);
  const at = displayLongMoment(save.at);
  return `${nameIn(names, save)} saved this tab on ${at}, after you opened it.`;
}

async function namesOf(em: EntityManager, saves: readonly TabSave[]): Promise<Map<number, string>> {
  const ids = [...new Set(saves.map(({ by }) => by).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const users = await em.find(User, { id: { $in: ids } }, { fields: ["name"] });
  return new Map(users.map(({ id, name }) => [id, name]));
}

function nameIn(names: Map<number, string>, { by }: TabSave): string {
  if (by === null) return "The shop";
  return names.get(by) ?? "Somebody whose account is gone";
}
