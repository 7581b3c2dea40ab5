/** What a mailed link may be used for; a token made for one purpose never serves another. */
export const accountTokenPurposes = [
  "verify_email",
  "reset_password",
  "change_email",
  "set_password",
] as const;

export type AccountTokenPurpose = (typeof accountTokenPurposes)[number];

const HOUR = 60 * 60 * 1000;

/** How long a link works, in milliseconds (docs/rules.md#accounts-4). */
export const accountTokenLifetimes: Record<AccountTokenPurpose, number> = {
  verify_email: 24 * HOUR,
  reset_password: HOUR,
  change_email: 24 * HOUR,
  set_password: 7 * 24 * HOUR,
};
