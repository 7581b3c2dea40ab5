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

/**
 * What a buyer without an account reads at the checkout: the soft opt-in (PECR, regulation 22(3)) allows emails about
 * similar products to who bought, where they could refuse at the time and can at any later one.
 */
export const SOFT_OPT_IN_WORDING =
  "As our customer you may get emails about our own similar products. You can refuse now, and at any time later.";

/** The label of the box that refuses; it is not ticked. */
export const SOFT_OPT_IN_REFUSAL = "No emails about similar products, please";

/** Where a soft opt-in is from, in the place of the page of a consent. */
export const SOFT_OPT_IN_SOURCE = "checkout, soft opt-in";

/** The columns of a customer who was asked at the checkout and did not refuse. */
export function softOptInOf(now: Date) {
  return {
    emailOptIn: true,
    emailConsentAt: now,
    emailConsentSource: SOFT_OPT_IN_SOURCE,
    emailConsentWording: `${SOFT_OPT_IN_WORDING} [ ] ${SOFT_OPT_IN_REFUSAL}`,
  };
}
