import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import type { OrderStatus } from "../status/order-status.ts";

/** Where a paid order stands; one that is short of stock is never completed by itself. */
export function statusAfterPayment(
  settings: Pick<StoreSettingsValues, "autoCompleteOrders" | "orderStatusAfterPayment">,
  isBackorder: boolean,
): OrderStatus {
  const status = settings.autoCompleteOrders ? "completed" : settings.orderStatusAfterPayment;
  return isBackorder && status === "completed" ? "processing" : status;
}
