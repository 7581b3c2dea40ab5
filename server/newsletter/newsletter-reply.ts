/** The response of a newsletter step to the page's JavaScript. */
export type NewsletterReply =
  | {
      ok: true;
      email: string /** Only where no mail transport is set up (docs/rules.md#newsletter-3). */;
      shownCode: string | null;
    }
  | { ok: false; message: string };

/** The message when an address could not be stored. */
export const NEWSLETTER_FAILURE = "There was an error. Please try again.";
