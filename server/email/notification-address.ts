import type { StoreSettings } from "#server/settings/store-settings.ts";

/** Recipient of the shop's own alerts: the order notification address, else the store's. */
export function notificationAddressOf(
  settings: Pick<StoreSettings, "orderNotificationEmail" | "storeEmail">,
): string {
  return settings.orderNotificationEmail || settings.storeEmail;
}
