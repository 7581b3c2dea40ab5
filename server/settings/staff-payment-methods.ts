import type { StoreSettingsValues } from "./store-settings.ts";

/** How a shop manager's order is paid. */
export const staffPaymentMethods = ["cash", "card", "bank_transfer", "account"] as const;

export type StaffPaymentMethod = (typeof staffPaymentMethods)[number];

/** The methods that Create Order offers: bank transfer only while the owner takes it. */
export function staffPaymentMethodsOf(
  settings: Pick<StoreSettingsValues, "bankTransferEnabled">,
): StaffPaymentMethod[] {
  return staffPaymentMethods.filter((method) => method !== "bank_transfer" || settings.bankTransferEnabled);
}

/**
 * Whether an order of this method may be left unpaid when it is made (docs/rules.md#orders-9): bank transfer and
 * account always are, cash only where the owner allows cash on delivery, a card never.
 */
export function mayStayUnpaid(
  method: StaffPaymentMethod,
  settings: Pick<StoreSettingsValues, "cashOnDeliveryEnabled">,
): boolean {
  if (method === "cash") return settings.cashOnDeliveryEnabled;
  return method !== "card";
}

/** Whether an order was taken by staff: its money comes and goes by hand, through no payment provider. */
export function isStaffPaymentMethod(method: string): method is StaffPaymentMethod {
  return staffPaymentMethods.some((each) => each === method);
}
