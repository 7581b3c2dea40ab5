/** What the header offers: a sign-in, an account, or the dashboard of staff. */
export type VisitorKind = "visitor" | "customer" | "staff";

/**
 * A page that is rendered once and sent to all visitors of one kind with the same number of items in the cart
 * (docs/decisions/027). Their names and carts are not in it: each visitor's own data are sent after it.
 */
export interface SharedPage {
  /** Besides the kind of visitor, all that such a page shows of one. */
  readonly itemCount: number;
  readonly visitorKind: VisitorKind;
  /** Part of the page read the visitor: it is not the same for everybody and must not be shared. */
  asksWhoVisits: boolean;
}

/** What Remix hands to all loaders of one request. */
export interface LoadContext {
  sharedPage?: SharedPage;
  /** When a limit refused something: for how long. The page sends it in a header, whoever reports the refusal. */
  retryAfterSeconds?: number;
}
