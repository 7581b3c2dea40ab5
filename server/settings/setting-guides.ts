import { penceToDecimal } from "#server/pricing/money.ts";
import { generalGuides } from "./general-guides.ts";
import { ordersGuides, paymentsGuides, taxGuides } from "./money-guides.ts";
import { type SettingGuide, type SettingName, type SettingsTab, settingsTabs } from "./settings-tabs.ts";
import { customersGuides, productsGuides, shippingGuides } from "./shop-guides.ts";
import type { StoreSettingsValues } from "./store-settings.ts";

/** Every setting of each tab, in the order on screen. */
export const settingGuides: Record<SettingsTab, readonly SettingGuide[]> = {
  General: generalGuides,
  Tax: taxGuides,
  Shipping: shippingGuides,
  Payments: paymentsGuides,
  Orders: ordersGuides,
  Customers: customersGuides,
  Products: productsGuides,
};

/** The settings of a tab. */
export function fieldsOf(tab: SettingsTab): SettingName[] {
  return settingGuides[tab].map(({ name }) => name);
}

/** The tab of a setting. */
export function tabOf(name: SettingName): SettingsTab {
  const tab = settingsTabs.find((candidate) => fieldsOf(candidate).includes(name));
  if (!tab) throw new Error(`${name} stands on no tab: give it a guide in server/settings/`);
  return tab;
}

/** A value as a form field's text. */
export function asText(value: StoreSettingsValues[SettingName], kind: SettingGuide["kind"]): string {
  return kind === "pounds" && typeof value === "number"
    ? penceToDecimal(Math.round(value * 100))
    : String(value);
}

/** The guide of a setting. */
export function guideOf(name: SettingName): SettingGuide {
  const guide = settingGuides[tabOf(name)].find((candidate) => candidate.name === name);
  if (!guide) throw new Error(`${name} has no guide`);
  return guide;
}
