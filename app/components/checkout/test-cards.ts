/*
 * What a shop without payment keys lists beside its card form and in PayPal's place: its own lists, as it would copy them
 * from a provider's documents. app/routes/system/sandbox.test.ts shows that each does at the stand-ins what the page says.
 */

export const testCards = [
  { number: "4242424242424242", label: "Succeeds" },
  { number: "5555555555554444", label: "Succeeds (Mastercard)" },
  { number: "378282246310005", label: "Succeeds (American Express)" },
  { number: "4000008260000000", label: "Succeeds (UK Visa)" },
  { number: "4000000000003220", label: "Asks for 3-D Secure" },
  { number: "4000002500003155", label: "Asks for 3-D Secure" },
  { number: "4000002760003184", label: "Asks for 3-D Secure every time" },
  { number: "4000000000000002", label: "Declined" },
  { number: "4000000000009995", label: "Insufficient funds" },
  { number: "4000000000009987", label: "Lost card" },
  { number: "4000000000009979", label: "Stolen card" },
  { number: "4000000000000069", label: "Expired card" },
  { number: "4000000000000127", label: "Wrong security code" },
  { number: "4000000000000119", label: "Processing error" },
  { number: "4000000000006975", label: "Used too often" },
  { number: "4000000000002511", label: "Authentication required" },
  { number: "4100000000000019", label: "Blocked as fraudulent" },
  { number: "4000000000002503", label: "Stays processing for a few seconds, then succeeds" },
  { number: "4000000000007726", label: "Succeeds; a refund stays pending for a few seconds" },
  { number: "4000000000005126", label: "Succeeds; a refund fails a few seconds later" },
  { number: "4000000000000259", label: "Succeeds; the payment is disputed as fraud" },
  { number: "4000000000002685", label: "Succeeds; disputed because the goods did not arrive" },
  { number: "4000000000009235", label: "Succeeds; Stripe puts the payment into its review queue" },
  { number: "4000000000005423", label: "Succeeds; the bank gives an early fraud warning" },
] as const;

/** How a payer may answer at PayPal. */
export const fundingChoices = [
  { funding: "paid", label: "Approve payment" },
  { funding: "declined", label: "Approve with a card that is declined" },
  { funding: "refused", label: "Approve, and PayPal refuses" },
  { funding: "pending", label: "Approve, and PayPal looks into it first" },
  { funding: "disputed", label: "Approve, and dispute it afterwards" },
] as const;

/** A card as a person types it. `exp` is "12/34", "12 / 34", "1234" or "12/2034". */
export interface CardEntry {
  number: string;
  exp: string;
  cvc: string;
}

export type CardField = keyof CardEntry;

/** "4242 4242 4242 4242", or "3782 822463 10005" for American Express; spaces and dashes that were typed do not count. */
export function spacedCardNumber(text: string): string {
  const number = text.replace(/[\s-]/g, "");
  const groups = /^3[47]/.test(number)
    ? /^(.{1,4})(.{1,6})?(.{1,5})?/
    : /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,7})?/;
  return [...(groups.exec(number) ?? [])].slice(1).filter(Boolean).join(" ");
}
