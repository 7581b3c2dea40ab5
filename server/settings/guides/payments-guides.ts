import type { SettingGuide } from "./setting-guide.ts";

export const paymentsGuides: readonly SettingGuide[] = [
  {
    name: "paypalEnabled",
    label: "PayPal",
    kind: "switch",
    changes: ({ paypalEnabled }) =>
      paypalEnabled
        ? "The checkout offers PayPal beside the card, where PayPal is set up."
        : "The checkout takes cards only.",
  },
  {
    name: "bankTransferEnabled",
    label: "Bank Transfer",
    kind: "switch",
    changes: ({ bankTransferEnabled }) =>
      bankTransferEnabled
        ? "Create Order of the shop manager offers bank transfer; such an order stays pending until the payment is recorded."
        : "Create Order of the shop manager offers no bank transfer.",
  },
  {
    name: "cashOnDeliveryEnabled",
    label: "Cash on Delivery",
    kind: "switch",
    changes: ({ cashOnDeliveryEnabled }) =>
      cashOnDeliveryEnabled
        ? "A cash order of the shop manager may be left unpaid until delivery; it stays pending until the payment is recorded."
        : "A cash order of the shop manager is paid when it is made.",
  },
  {
    name: "braintreeEnabled",
    label: "Braintree (not used by this version)",
    kind: "switch",
    changes: () =>
      "Kept for the record only: this version makes no call to Braintree, so this changes nothing.",
  },
];
