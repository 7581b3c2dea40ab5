import type { StoreSettingsValues } from "./store-settings.ts";

/** How an order taken by staff is paid. */
export const staffPaymentMethods = ["cash", "card", "bank_transfer", "account"] as const;

export type StaffPaymentMethod = (typeof staffPaymentMethods)[number];

/** The methods in Create Order: bank transfer only while the owner accepts it. */
export function staffPaymentMethodsOf(
  settings: Pick<StoreSettingsValues, "bankTransferEnabled">,
): StaffPaymentMethod[] {
  return staffPaymentMethods.filter((method) => method !== "bank_transfer" || settings.bankTransferEnabled);
}

/**
 * Whether a new order with this method may be unpaid (docs/rules.md#orders-9): bank transfer and account always, cash
 * only where the owner allows cash on delivery, a card never.
 */
export function mayStayUnpaid(
  method: StaffPaymentMethod,
  settings: Pick<StoreSettingsValues, "cashOnDeliveryEnabled">,
): boolean {
  if (method === "cash") return settings.cashOnDeliveryEnabled;
  return method !== "card";
}

/** Whether staff took this order: its money moves by hand, through no payment provider. */
export function isStaffPaymentMethod(method: string): method is StaffPaymentMethod {
  return staffPaymentMethods.some((each) => each === method);
}
