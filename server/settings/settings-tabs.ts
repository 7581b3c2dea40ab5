import type { StoreSettingsValues } from "./store-settings.ts";

/** The tabs of the store settings, in their order on screen. */
export const settingsTabs = [
  "General",
  "Tax",
  "Shipping",
  "Payments",
  "Orders",
  "Customers",
  "Products",
] as const;

export type SettingsTab = (typeof settingsTabs)[number];

export type SettingName = keyof StoreSettingsValues;

/** When and by whom a tab was last saved; a missing tab was never saved. */
export type TabSaves = Partial<Record<SettingsTab, TabSave>>;

export interface TabSave {
  /** The version of the settings row that this save made. */
  version: number;
  /** ISO date. */
  at: string;
  /** User id; null for a save by the shop itself. */
  by: number | null;
}
