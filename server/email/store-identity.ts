import type { StoreSettings } from "#server/settings/store-settings.ts";

/** Who the shop is, as every mail must say (resolution C1). */
export interface StoreIdentity {
  name: string;
  address: string;
  phone: string;
  email: string;
  /** Without a trailing slash. */
  url: string;
}

export function storeIdentityOf(settings: StoreSettings, publicUrl: string): StoreIdentity {
  return {
    name: settings.storeName,
    address: settings.storeAddress,
    phone: settings.storePhone,
    email: settings.storeEmail,
    url: publicUrl,
  };
}
