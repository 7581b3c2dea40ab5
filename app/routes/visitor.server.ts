import type { Visitor } from "#app/lib/root-data.ts";
import { deliveryPlaceFrom } from "#server/cart/delivery-place.server.ts";
import { cartIdFrom, readCart } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { isStaff, type Role } from "#server/core/roles.ts";
import type { PageRequest } from "#server/process/page.server.ts";

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

/** Every page shows the visitor's own cart. Browsers must not store on disk what a signed-in person sees. */
export function documentCacheControl(signedIn: boolean): string {
  return signedIn ? "private, no-store" : "private, no-cache";
}

/** Who asks for something of the order that the address names: by their cart, or by the link that was mailed. */
export async function orderVisitorOf({ context, request, params, url }: PageRequest) {
  return {
    invoiceNumber: params.invoiceNumber ?? "",
    cartId: await cartIdFrom(context, request),
    token: url.searchParams.get("t"),
  };
}
