import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";

export type SignedInUser = Extract<Actor, { kind: "user" }>;

/**
 * The signed-in user, for what people do to their own account.
 * @throws ShopError `unauthenticated`
 */
export function requireUser(context: Pick<Context, "actor">): SignedInUser {
  if (context.actor.kind !== "user") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return context.actor;
}
