/** The forms of staff's order screens, by their `intent` field. */
export const orderIntents = [
  "change-status",
  "dispatch",
  "cancel",
  "record-payment",
  "refund",
  "resend",
  "dismiss-failed",
] as const;

export type OrderIntent = (typeof orderIntents)[number];

/** What a person is told when it is done. */
export const orderDoneTexts: Record<OrderIntent, string> = {
  "change-status": "Order updated",
  dispatch: "Order dispatched",
  cancel: "Order cancelled",
  "record-payment": "Payment recorded",
  refund: "Refund made",
  resend: "Confirmation sent",
  "dismiss-failed": "Failed order put aside",
};
