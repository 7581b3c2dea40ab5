import type { ProviderProfile } from "../provider-profile.ts";

/**
 * PayPal's script loads more of itself from both, and shows its buttons and cards in frames (developer.paypal.com,
 * "JavaScript SDK performance and security").
 */
const PAYPAL = "https://*.paypal.com https://*.paypalobjects.com";

export const payPalProfile = {
  id: "paypal",
  name: "PayPal",
  methodLabel: "PayPal",
  shortLabel: "PayPal",
  paidBy: "with PayPal",
  payLabel: "Order and pay with PayPal",
  variables: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
  takesRealMoney: ({ PAYPAL_CLIENT_ID: id, PAYPAL_ENVIRONMENT: environment }) =>
    id !== undefined && environment !== "sandbox",
  policy: {
    script: PAYPAL,
    connect: PAYPAL,
    frame: PAYPAL,
    form: "https://*.paypal.com",
    stylesByNonce: true,
  },
  /** "This currency does not support decimals" (developer.paypal.com/reference/currency-codes). */
  withoutDecimals: new Set(["huf", "jpy", "twd"]),
  listsLostDisputesAsRefunds: true,
} as const satisfies ProviderProfile;
