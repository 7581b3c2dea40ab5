import { type ProviderProfile, unlessTogether, type Variables } from "../provider-profile.ts";

/**
 * PayPal's script loads more of itself from both, and shows its buttons and cards in frames (developer.paypal.com,
 * "JavaScript SDK performance and security").
 */
const PAYPAL = "https://*.paypal.com https://*.paypalobjects.com";

const keys = ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"] as const;

export const payPalProfile = {
  id: "paypal",
  name: "PayPal",
  methodLabel: "PayPal",
  shortLabel: "PayPal",
  paidBy: "with PayPal",
  payLabel: "Order and pay with PayPal",
  keys,
  /** PayPal's own sandbox takes test accounts' money, live takes real money. Unset it is live. */
  options: ["PAYPAL_ENVIRONMENT"],
  configurationErrors,
  paymentPage: (paymentId, mode) =>
    `https://www.${mode === "test" ? "sandbox." : ""}paypal.com/activity/payment/${encodeURIComponent(paymentId)}`,
  takesRealMoney: ({ PAYPAL_CLIENT_ID: id, PAYPAL_ENVIRONMENT: environment }) =>
    id !== undefined && environment !== "sandbox",
  setting: "paypalEnabled",
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

function configurationErrors(environment: Variables): string[] {
  const errors = unlessTogether(environment, keys);
  if (!/^(live|sandbox)$/.test(String(environment.PAYPAL_ENVIRONMENT ?? "live"))) {
    errors.unshift("PAYPAL_ENVIRONMENT must be live or sandbox.");
  }
  return errors;
}
