import { penceToDecimal } from "#server/pricing/money.ts";
import { customersGuides } from "./guides/customers-guides.ts";
import { generalGuides } from "./guides/general-guides.ts";
import { ordersGuides } from "./guides/orders-guides.ts";
import { paymentsGuides } from "./guides/payments-guides.ts";
import { productsGuides } from "./guides/products-guides.ts";
import type { SettingGuide } from "./guides/setting-guide.ts";
import { shippingGuides } from "./guides/shipping-guides.ts";
import { taxGuides } from "./guides/tax-guides.ts";
import type { SettingName, SettingsTab } from "./settings-tabs.ts";
import type { StoreSettingsValues } from "./store-settings.ts";

/** Every setting of each tab, in the order of the screen. */
export const settingGuides: Record<SettingsTab, readonly SettingGuide[]> = {
  General: generalGuides,
  Tax: taxGuides,
  Shipping: shippingGuides,
  Payments: paymentsGuides,
  Orders: ordersGuides,
  Customers: customersGuides,
  Products: productsGuides,
};

/** A value as a form field holds it. */
export function asText(value: StoreSettingsValues[SettingName], kind: SettingGuide["kind"]): string {
  return kind === "pounds" && typeof value === "number"
    ? penceToDecimal(Math.round(value * 100))
    : String(value);
}
