/** What a step of the newsletter answers to the page's JavaScript. */
export type NewsletterReply =
  | {
      ok: true;
      email: string /** Only where no mail transport is set up (docs/rules.md#newsletter-3). */;
      shownCode: string | null;
    }
  | { ok: false; message: string };

/** What is said when an address could not be kept. */
export const NEWSLETTER_FAILURE = "There was an error. Please try again.";
