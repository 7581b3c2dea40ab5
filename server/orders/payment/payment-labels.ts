import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";
import { forEachProvider, profileOf } from "#server/payments/provider-list.ts";

/** How an order was or is to be paid, and how money goes back: "by card". */
export const paymentLabels: Record<OrderPaymentMethod, string> = {
  ...forEachProvider((provider) => profileOf(provider).paidBy),
  cash: "in cash",
  card: "by card",
  bank_transfer: "by bank transfer",
  account: "on account",
};
