import type { Pence } from "#server/pricing/money.ts";
import { formatPounds } from "#server/pricing/money.ts";
import type { SettingName } from "../settings-tabs.ts";
import type { StoreSettings, StoreSettingsValues } from "../store-settings.ts";

interface Choice {
  value: string;
  label: string;
  /** Listed, and refused with a reason when it is sent. */
  unavailable?: boolean;
}

/** How a setting is shown, and what it changes in the shop. */
export interface SettingGuide {
  name: SettingName;
  label: string;
  kind: "text" | "lines" | "email" | "tel" | "url" | "pounds" | "fraction" | "count" | "switch" | "choice";
  choices?: readonly Choice[];
  /** What it changes, in a sentence with an example from the values as they are typed. */
  changes(values: TypedSettings): string;
}

/** The settings as they are typed, in the shop as it is. */
export type TypedSettings = StoreSettingsValues & Partial<Pick<StoreSettings, "takesRealMoney">>;

/** The item of the examples. */
export const EXAMPLE_ITEM: Pence = 3000;

/** What was typed, or what stands in its place while nothing is. */
export function shown(text: string, otherwise = "…"): string {
  return text.trim() === "" ? otherwise : text.trim();
}

/** "£30" for whole pounds. */
export function poundsShort(amount: Pence): string {
  return formatPounds(amount).replace(/\.00$/, "");
}
