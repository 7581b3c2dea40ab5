/** What a step of the newsletter answers to the page's JavaScript. */
export type NewsletterReply =
  | {
      ok: true;
      email: string /** Only where no mail transport is set up (resolution B16). */;
      shownCode: string | null;
    }
  | { ok: false; message: string };

/** Spec section 8. */
export const NEWSLETTER_FAILURE = "There was an error. Please try again.";
