import type { StoreSettings } from "#server/settings/store-settings.ts";

/** Where the shop's own alerts go: the order notification address, else the store's. */
export function notificationAddressOf(
  settings: Pick<StoreSettings, "orderNotificationEmail" | "storeEmail">,
): string {
  return settings.orderNotificationEmail || settings.storeEmail;
}
