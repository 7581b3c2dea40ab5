/** The addresses in account mails. */
export function verificationLink(publicUrl: string, email: string, token: string): string {
  return `${publicUrl}/verify-email?${new URLSearchParams({ email, token })}`;
}

/** The page that sets a password, the first as well as a new one. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token })}`;
}

/** The page on which the reader of the old address's mail undoes a change of address. */
export function undoEmailChangeLink(publicUrl: string, token: string): string {
  return `${publicUrl}/undo-email-change?${new URLSearchParams({ token })}`;
}

/** What a mailed link may be used for; a token made for one purpose never serves another. */
export const accountTokenPurposes = [
  "verify_email",
  "reset_password",
  "change_email",
  "set_password",
  "undo_email_change",
] as const;

export type AccountTokenPurpose = (typeof accountTokenPurposes)[number];

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long the old address of an account may undo a change of address: a holiday's worth of unread mail. */
const UNDO_EMAIL_CHANGE_MS = 7 * DAY;

/** How long a link works, in milliseconds (docs/rules.md#accounts-4). */
export const accountTokenLifetimes: Record<AccountTokenPurpose, number> = {
  verify_email: DAY,
  reset_password: HOUR,
  change_email: DAY,
  set_password: 7 * DAY,
  undo_email_change: UNDO_EMAIL_CHANGE_MS,
};
