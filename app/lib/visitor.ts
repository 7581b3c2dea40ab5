import type { CartView } from "#server/cart/cart-view.ts";
import type { VisitorKind } from "#server/core/shared-page.ts";

/** The visitor and their cart: the part of the root route's data that belongs to one person. */
export interface Visitor {
  actor: { kind: VisitorKind; signedIn: boolean; name: string | null; role: string | null };
  cart: CartView;
}

/** Where a shared page holds its visitor's data: after everything else, as JSON. */
export const VISITOR_ELEMENT_ID = "visitor";

let inDocument: { visitor: Visitor | undefined } | undefined;

/** The visitor that was sent behind a shared page (docs/decisions/027); undefined on the server. */
export function visitorInDocument(): Visitor | undefined {
  if (typeof document === "undefined") return undefined;
  inDocument ??= { visitor: readVisitor() };
  return inDocument.visitor;
}

function readVisitor(): Visitor | undefined {
  const json = document.getElementById(VISITOR_ELEMENT_ID)?.textContent;
  return json ? JSON.parse(json) : undefined;
}
