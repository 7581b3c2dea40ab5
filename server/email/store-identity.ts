import { companyFactsOf } from "#server/settings/company-facts.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

/** The shop's identity, which every mail must state (docs/rules.md#mails-2). */
export interface StoreIdentity {
  name: string;
  address: string;
  phone: string;
  email: string;
  /** Without a trailing slash. */
  url: string;
  /** Company number, registered office and VAT number, where they are set. */
  companyFacts: string[];
}

export function storeIdentityOf(settings: StoreSettings, publicUrl: string): StoreIdentity {
  return {
    name: settings.storeName,
    address: settings.storeAddress,
    phone: settings.storePhone,
    email: settings.storeEmail,
    url: publicUrl,
    companyFacts: companyFactsOf(settings),
  };
}
