import type { StoreSettings } from "#server/settings/store-settings.ts";

/**
 * The seller as an invoice prints it. An order stores it as it was on the day it was placed (docs/rules.md#papers-2).
 */
export interface InvoiceSeller
  extends Pick<
    StoreSettings,
    | "storeName"
    | "storeAddress"
    | "storePhone"
    | "storeEmail"
    | "companyNumber"
    | "vatNumber"
    | "registeredOffice"
  > {
  /** It took real money and had no VAT number, so its documents show no VAT (docs/decisions/033). */
  showsNoVat?: true;
}

/** The seller from the shop's settings. */
export function invoiceSellerOf(settings: StoreSettings): InvoiceSeller {
  const { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice } =
    settings;
  return { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice };
}

/**
 * The seller for the invoice of a new order. A business that is not registered must not show VAT on an invoice (Finance
 * Act 2008, schedule 41); a shop in test mode shows it all the same.
 */
export function newInvoiceSellerOf(settings: StoreSettings): InvoiceSeller {
  const showsNoVat = settings.takesRealMoney && settings.vatNumber === "";
  return { ...invoiceSellerOf(settings), ...(showsNoVat ? { showsNoVat } : {}) };
}
