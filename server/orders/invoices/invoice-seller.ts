import type { StoreSettings } from "#server/settings/store-settings.ts";

/**
 * Who sells, as an invoice prints it. An order keeps it as it was on the day it was placed (docs/rules.md#papers-2).
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
  /** It took real money and had no VAT number, so its papers show no VAT (docs/decisions/033). */
  showsNoVat?: true;
}

/** The shop as its settings say. */
export function invoiceSellerOf(settings: StoreSettings): InvoiceSeller {
  const { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice } =
    settings;
  return { storeName, storeAddress, storePhone, storeEmail, companyNumber, vatNumber, registeredOffice };
}

/**
 * The shop as the invoice of a new order keeps it. Whoever is not registered must not show VAT on an invoice (Finance
 * Act 2008, schedule 41); a shop that only plays shows it all the same.
 */
export function newInvoiceSellerOf(settings: StoreSettings): InvoiceSeller {
  const showsNoVat = settings.takesRealMoney && settings.vatNumber === "";
  return { ...invoiceSellerOf(settings), ...(showsNoVat ? { showsNoVat } : {}) };
}
