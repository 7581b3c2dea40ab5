/** What the header offers: a sign-in, an account, or the dashboard of staff. */
export type VisitorKind = "visitor" | "customer" | "staff";

/**
 * A page that is rendered once and sent to all visitors of one kind with the same number of items in the cart and
 * the same trade list (docs/decisions/027 and 064). It has no names and no carts: each visitor's own data follow it.
 */
export interface SharedPage {
  /** With the kind of visitor, all that the page shows of one. */
  readonly itemCount: number;
  readonly visitorKind: VisitorKind;
  /** Whose prices it shows: a list's code, or null for everybody's. */
  readonly tradeList: string | null;
  /** A part of the page read the visitor, so the page is not the same for everybody and must not be shared. */
  dependsOnVisitor: boolean;
}

/** What Remix hands to all loaders of one request. */
export interface LoadContext {
  sharedPage?: SharedPage;
  /** When a limit refused something: for how long. The page sends it in a header, wherever it reports the refusal. */
  retryAfterSeconds?: number;
}
