import type { OrderPaymentMethod } from "#server/payments/payment-status.ts";

/** How an order was or is to be paid, and how money goes back: "by card". */
export const paymentLabels: Record<OrderPaymentMethod, string> = {
  stripe: "by card",
  paypal: "with PayPal",
  cash: "in cash",
  card: "by card",
  bank_transfer: "by bank transfer",
  account: "on account",
};
