import type { EntityManager } from "@mikro-orm/postgresql";
import { StoreSetting } from "#db/entities/index.ts";
import { isLive, readEnvironment } from "#server/core/env.server.ts";
import { KeptValue } from "#server/core/freshness.ts";
import { defaultSettings } from "./default-settings.ts";
import { settingsTabs } from "./settings-tabs.ts";
import { type StoreSettings, storeSettingsSchema } from "./store-settings.ts";

/** The settings in force: what the owner saved over the defaults. */
export async function readSettings(em: EntityManager): Promise<StoreSettings> {
  const row = await em.findOne(StoreSetting, 1);
  const values = storeSettingsSchema.parse({ ...defaultSettings, ...row?.values });
  const tabSaves = row?.tabSaves ?? {};
  return {
    ...values,
    savedTabs: settingsTabs.filter((tab) => tabSaves[tab] !== undefined),
    tabSaves,
    version: row?.version ?? 0,
    takesRealMoney: isLive(readEnvironment()),
  };
}

const kept = new KeptValue<StoreSettings>("settings");

/** As `readSettings`, from memory for as long as nobody saves: for reading pages, not for taking money. */
export function keptSettings(em: EntityManager): Promise<StoreSettings> {
  return kept.get(process.env.DATABASE_URL ?? "", async () => Object.freeze(await readSettings(em)));
}
