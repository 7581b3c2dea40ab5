/** PayPal's `custom_id` of a refund may be longer; the column may not. */
const LONGEST = 100;

/**
 * The key of a refund that the shop makes by itself, under which the provider keeps it. Letters, digits and `-` only:
 * PayPal takes any characters in a request, but its schema of the refund that it answers with knows no colon (Payments
 * v2, `refund.custom_id`). A key that came back changed would make the shop take its own refund for a dashboard's.
 */
export function refundKeyOf(reason: string, paymentId: string): string {
  return plain(`${reason}-${paymentId}`).slice(0, LONGEST);
}

/** A key as it is sent. Older rows have colons and underscores in theirs. */
export function sentKeyOf({ key }: { key: string }): string {
  return plain(key);
}

/** Whether a provider's key is that of our row, also where it was sent with characters that did not come back. */
export function isSameRefundKey(ours: string, theirs: string | null): boolean {
  return theirs !== null && theirs !== "" && bare(ours) === bare(theirs);
}

function plain(key: string): string {
  return key.replace(/[^A-Za-z0-9]+/g, "-");
}

function bare(key: string): string {
  return key.replace(/[^A-Za-z0-9]/g, "");
}
