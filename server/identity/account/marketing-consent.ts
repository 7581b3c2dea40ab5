/** The text beside the unticked box, stored with the consent as evidence (docs/rules.md#accounts-13). */
export const MARKETING_CONSENT_WORDING =
  "Email me about new products, research and offers. I can unsubscribe at any time.";

/** The user's columns for yes or no: a yes stores when, where and to which text it was given. */
export function marketingConsent(optIn: boolean, now: Date, source: string) {
  return {
    emailOptIn: optIn,
    emailConsentAt: optIn ? now : null,
    emailConsentSource: optIn ? source : "",
    emailConsentWording: optIn ? MARKETING_CONSENT_WORDING : "",
  };
}
