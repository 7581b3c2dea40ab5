import { VISITOR_ELEMENT_ID, type Visitor } from "#app/lib/visitor.ts";
import { cartIdFrom } from "#server/cart/cart-cookie.server.ts";
import { cartViewOf } from "#server/cart/cart-view.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import type { SharedPage } from "#server/core/shared-page.ts";
import { readNotice } from "#server/http/cookies.server.ts";
import type { VisitorFragment } from "#server/http/remix-application.ts";
import { contextFor } from "#server/process/request-context.server.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

const NOBODY: Visitor["actor"] = { signedIn: false, name: null, role: null };

/** Who makes this request, and their cart. */
export async function visitorOf(context: Context, request: Request): Promise<Visitor> {
  const { actor } = context;
  return {
    actor: actor.kind === "user" ? { signedIn: true, name: actor.name, role: actor.role } : NOBODY,
    cart: await readCart(context, await cartIdFrom(context, request)),
  };
}

/** Stands for all whom a shared page is sent to: nobody, with as many things in the cart as they have. */
export function anyVisitor({ settings }: Context, { itemCount }: SharedPage): Visitor {
  return { actor: NOBODY, cart: { ...cartViewOf(null, [], deliveryRuleOf(settings)), itemCount } };
}

/**
 * What follows a shared page for whoever makes this request. Null when a message waits for them, which only a page of
 * their own shows.
 */
export async function readVisitorFragment(request: Request): Promise<VisitorFragment | null> {
  if (await readNotice(request)) return null;
  const visitor = await visitorOf(await contextFor(request, {}), request);
  // In a script no text may look like its end.
  const json = JSON.stringify(visitor).replaceAll("<", "\\u003c");
  return {
    itemCount: visitor.cart.itemCount,
    html: `<script type="application/json" id="${VISITOR_ELEMENT_ID}">${json}</script>`,
    cacheControl: documentCacheControl(visitor.actor.signedIn),
  };
}

/** Every page shows the visitor's own cart; what a signed-in person sees is left on no disk. */
export function documentCacheControl(signedIn: boolean): string {
  return signedIn ? "private, no-store" : "private, no-cache";
}
