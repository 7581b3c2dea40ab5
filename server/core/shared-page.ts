/**
 * A page that is made once and sent to all who have as many things in the cart (docs/decisions/027). Who they are and
 * what lies in their carts is not in it: that is sent behind it, to each their own.
 */
export interface SharedPage {
  /** The one thing of a visitor that such a page shows. */
  readonly itemCount: number;
  /** Something that the page is made of asked who is visiting: it is not the same for all, and must not be shared. */
  asksWhoVisits: boolean;
}

/** What Remix hands to all loaders of one request. */
export interface LoadContext {
  sharedPage?: SharedPage;
  /** When a limit refused something: how long it does so. The page says it in a header, whoever tells of the refusal. */
  retryAfterSeconds?: number;
}
