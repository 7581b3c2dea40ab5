import type { Pence } from "#server/pricing/money.ts";
import type { StoreSettings, StoreSettingsValues } from "./store-settings.ts";

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

interface Choice {
  value: string;
  label: string;
  /** Listed, but refused with a reason when submitted. */
  disabled?: boolean;
}

/** How the screen shows a setting, and its effect in the shop. */
export interface SettingGuide {
  name: SettingName;
  label: string;
  kind:
    | "text"
    | "lines"
    | "email"
    | "tel"
    | "url"
    | "pounds"
    | "fraction"
    | "count"
    | "rate"
    | "day"
    | "switch"
    | "choice";
  choices?: readonly Choice[];
  /** The effect in a sentence, with an example from the typed values. */
  changes(values: GuidedSettings): string;
}

/** The guide of a setting: how it is typed, or what there is to choose from, and what it changes. */
export function guide(
  name: SettingName,
  label: string,
  kind: Exclude<SettingGuide["kind"], "choice"> | readonly Choice[],
  changes: SettingGuide["changes"],
): SettingGuide {
  const control = typeof kind === "string" ? { kind } : { kind: "choice" as const, choices: kind };
  return { name, label, ...control, changes };
}

/** The guide of a switch that says one thing or another. */
export function onOff(name: SettingName, label: string, on: string, off: string): SettingGuide {
  return guide(name, label, "switch", (values) => (values[name] ? on : off));
}

/** The typed settings, in the shop as it is. */
export type GuidedSettings = StoreSettingsValues & Partial<Pick<StoreSettings, "takesRealMoney">>;

/** The item in the examples. */
export const EXAMPLE_ITEM: Pence = 3000;

/** The typed text, or a placeholder for an empty one. */
export function shown(text: string, otherwise = "…"): string {
  return text.trim() === "" ? otherwise : text.trim();
}
