import { defineEntity, p } from "@mikro-orm/core";
import type { TabSaves } from "#server/settings/settings-tabs.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

/** The one row of store settings (id 1). */
export const StoreSettingSchema = defineEntity({
  name: "StoreSetting",
  tableName: "store_setting",
  checks: [{ name: "store_setting_single_row", expression: "id = 1" }],
  properties: {
    id: p.integer().primary().autoincrement(false),
    values: p.json<Partial<StoreSettingsValues>>(),
    tabSaves: p.json<TabSaves>(),
    version: p.integer().version(),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class StoreSetting extends StoreSettingSchema.class {}
StoreSettingSchema.setClass(StoreSetting);

/** Secrets that the shop makes for itself on first start, such as the cookie signing key. */
export const ShopSecretSchema = defineEntity({
  name: "ShopSecret",
  tableName: "shop_secret",
  properties: {
    name: p.string().length(50).primary(),
    value: p.string().length(200).hidden(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class ShopSecret extends ShopSecretSchema.class {}
ShopSecretSchema.setClass(ShopSecret);
