/** What the payer may choose on the approval page, and what becomes of it. */
export const fundingChoices = [
  { funding: "paid", label: "Approve payment" },
  { funding: "declined", label: "Approve with a card that is declined" },
  { funding: "refused", label: "Approve, and PayPal refuses" },
  { funding: "pending", label: "Approve, and PayPal looks into it first" },
  { funding: "disputed", label: "Approve, and dispute it afterwards" },
] as const;
