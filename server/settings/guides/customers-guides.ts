import type { SettingGuide } from "./setting-guide.ts";

export const customersGuides: readonly SettingGuide[] = [
  {
    name: "customerRegistration",
    label: "Customer Registration",
    kind: "switch",
    changes: ({ customerRegistration }) =>
      customerRegistration
        ? "Anybody may create an account at /register."
        : "/register says that accounts are made by the shop; staff still make them under Users.",
  },
  {
    name: "guestCheckout",
    label: "Guest Checkout",
    kind: "switch",
    changes: ({ guestCheckout }) =>
      guestCheckout ? "Anybody may buy without an account." : "The checkout asks visitors to sign in first.",
  },
  {
    name: "customerAccountCreation",
    label: "Accounts for Guests",
    kind: "choice",
    choices: [
      { value: "automatic", label: "Automatic" },
      { value: "manual", label: "Manual" },
      { value: "disabled", label: "Disabled" },
    ],
    changes: ({ customerAccountCreation }) =>
      ({
        automatic:
          "A guest's order makes a customer record, and the confirmation email offers a link to set a password for it.",
        manual:
          "A guest's order makes no record; the confirmation email invites the guest to register with the same address.",
        disabled: "A guest's order makes no record, and the confirmation email says nothing of accounts.",
      })[customerAccountCreation],
  },
];
