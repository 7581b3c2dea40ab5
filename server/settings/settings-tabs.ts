import type { StoreSettingsValues } from "./store-settings.ts";

/** The tabs of the store settings, in the order in which they stand. */
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

/** When a tab was last saved and by whom; a tab that is missing here was never saved. */
export type TabSaves = Partial<Record<SettingsTab, TabSave>>;

export interface TabSave {
  /** The version of the settings row that this save made. */
  version: number;
  /** ISO date. */
  at: string;
  /** User id; none for a save by the shop itself. */
  by: number | null;
}

/** Which fields a tab holds: each stands on exactly one. */
export const tabFields = {
  General: [
    "storeName",
    "storeDescription",
    "storeAddress",
    "storePhone",
    "storeEmail",
    "companyNumber",
    "vatNumber",
    "registeredOffice",
    "openingHoursWeekdays",
    "openingHoursSaturday",
    "openingHoursSunday",
    "facebookUrl",
    "instagramUrl",
    "linkedinUrl",
    "youtubeUrl",
    "currency",
    "staffTwoFactor",
  ],
  Tax: ["taxEnabled", "taxRate", "taxLabel", "taxIncludedInPrices", "zeroRateExports"],
  Shipping: [
    "shippingEnabled",
    "shippingCalculationType",
    "standardShippingCost",
    "freeShippingThreshold",
    "expressShippingCost",
  ],
  Payments: ["paypalEnabled", "bankTransferEnabled", "cashOnDeliveryEnabled", "braintreeEnabled"],
  Orders: ["orderStatusAfterPayment", "autoCompleteOrders", "orderNotificationEmail", "orderNumberPrefix"],
  Customers: ["customerRegistration", "guestCheckout", "customerAccountCreation"],
  Products: ["stockManagement", "lowStockThreshold", "hideOutOfStock", "productReviews"],
} as const satisfies Record<SettingsTab, readonly SettingName[]>;

/** The tab on which a field stands. */
export function tabOf(name: SettingName): SettingsTab {
  const tab = settingsTabs.find((candidate) => (tabFields[candidate] as readonly string[]).includes(name));
  if (!tab) throw new Error(`${name} stands on no tab`);
  return tab;
}
