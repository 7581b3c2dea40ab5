import { VISITOR_ELEMENT_ID, type Visitor } from "#app/lib/visitor.ts";
import { isStaff, type Role } from "#server/access/roles.ts";
import { cartIdFrom } from "#server/cart/cart-cookie.server.ts";
import { deliveryPlaceFrom } from "#server/cart/delivery-place.server.ts";
import { cartViewOf, readCart } from "#server/cart/read-cart.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import type { SharedPage } from "#server/core/shared-page.ts";
import { readNotice } from "#server/http/cookies.server.ts";
import type { VisitorFragment } from "#server/http/remix-application.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

const NOBODY: Visitor["actor"] = { kind: "visitor", signedIn: false, name: null, role: null };

/** The person who makes this request, and their cart. */
export async function visitorOf(context: Context, request: Request): Promise<Visitor> {
  const { actor } = context;
  return {
    actor: actor.kind === "user" ? signedIn(actor) : NOBODY,
    cart: await readCart(context, await cartIdFrom(context, request), await deliveryPlaceFrom(request)),
  };
}

function signedIn({ name, role }: { name: string; role: Role }): Visitor["actor"] {
  return { kind: isStaff(role) ? "staff" : "customer", signedIn: true, name, role };
}

/** Stands for all visitors who get a shared page: of the same kind, with as many things in the cart as they have. */
export function anyVisitor({ settings }: Context, { itemCount, visitorKind }: SharedPage): Visitor {
  const actor = { ...NOBODY, kind: visitorKind };
  return {
    actor,
    cart: {
      ...cartViewOf(null, [], { rule: deliveryRuleOf(settings), currency: settings.currency }),
      itemCount,
    },
  };
}

/**
 * The visitor's data that follow a shared page. Null where only a page of their own will do: a message waits for them,
 * or a product page tells what bringing it to their postcode costs, without JavaScript too.
 */
export async function readVisitorFragment(request: Request): Promise<VisitorFragment | null> {
  if (await readNotice(request)) return null;
  const context = await contextFor(request, {});
  if (await pricesForPlace(context, request)) return null;
  const visitor = await visitorOf(context, request);
  // No text may contain the end of its script element.
  const json = JSON.stringify(visitor).replaceAll("<", "\\u003c");
  return {
    itemCount: visitor.cart.itemCount,
    visitorKind: visitor.actor.kind,
    tradeList: tradeListOf(context),
    html: `<script type="application/json" id="${VISITOR_ELEMENT_ID}">${json}</script>`,
    cacheControl: documentCacheControl(visitor.actor.signedIn),
  };
}

async function pricesForPlace({ settings }: Context, request: Request): Promise<boolean> {
  if (deliveryRuleOf(settings).kind === "as_specified") return false;
  return (
    new URL(request.url).pathname.startsWith("/products/") && (await deliveryPlaceFrom(request)) !== null
  );
}

/** Every page shows the visitor's own cart. Browsers must not store on disk what a signed-in person sees. */
export function documentCacheControl(signedIn: boolean): string {
  return signedIn ? "private, no-store" : "private, no-cache";
}
