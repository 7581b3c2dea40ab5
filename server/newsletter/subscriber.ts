/** The state of an address; only a confirmed one is mailed. */
export const subscriberStates = ["pending", "confirmed", "unsubscribed"] as const;

export type SubscriberState = (typeof subscriberStates)[number];

/** The pages that have a newsletter form. */
export const newsletterSources = ["home", "blog", "newsletter"] as const;

export type NewsletterSource = (typeof newsletterSources)[number];

/**
 * The text beside the newsletter's email field; stored with the consent as its evidence (docs/rules.md#newsletter-4).
 */
export const NEWSLETTER_CONSENT_WORDING =
  "We email you our newsletter once you have confirmed your address. You can unsubscribe at any time.";

/** The response of a newsletter step to the page's JavaScript. */
export type NewsletterReply =
  | {
      ok: true;
      email: string /** Only where no mail transport is set up (docs/rules.md#newsletter-3). */;
      shownCode: string | null;
    }
  | {
      ok: false;
      message: string;
      /** As it was typed. */
      email?: string;
    };

/** The message when an address could not be stored. */
export const NEWSLETTER_FAILURE = "There was an error. Please try again.";
