import { companyFactsOf } from "#server/settings/default-settings.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

/** Who the shop is, as every mail must say (docs/rules.md#mails-2). */
export interface StoreIdentity {
  name: string;
  address: string;
  phone: string;
  email: string;
  /** Without a trailing slash. */
  url: string;
  /** Company number, registered office, VAT number: as far as they are set. */
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
