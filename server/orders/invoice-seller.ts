import type { StoreSettings } from "#server/settings/store-settings.ts";

/** Who sells, as an invoice prints it. An order keeps it as it was on the day it was placed (resolution C2). */
export type InvoiceSeller = Pick<
  StoreSettings,
  | "storeName"
  | "storeAddress"
  | "storePhone"
  | "storeEmail"
  | "companyNumber"
  | "vatNumber"
  | "registeredOffice"
>;

export function invoiceSellerOf(settings: StoreSettings): InvoiceSeller {
  const { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice } =
    settings;
  return { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice };
}
