/**
 * A page that is rendered once and sent to all visitors with the same number of items in the cart (docs/decisions/027).
 * Their names and carts are not in it: each visitor's own data are sent after it.
 */
export interface SharedPage {
  /** The only fact about a visitor that such a page shows. */
  readonly itemCount: number;
  /** Part of the page read the visitor: it is not the same for everybody and must not be shared. */
  asksWhoVisits: boolean;
}

/** What Remix hands to all loaders of one request. */
export interface LoadContext {
  sharedPage?: SharedPage;
  /** When a limit refused something: for how long. The page sends it in a header, whoever reports the refusal. */
  retryAfterSeconds?: number;
}
