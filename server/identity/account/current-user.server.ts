import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { purchasesOf } from "./purchases.server.ts";
import type { UserView } from "./user-view.ts";
import { userViewOf } from "./user-view-of.server.ts";

/** The signed-in user, or null for a visitor. Staff's notes are left out. */
export async function currentUser(context: Context): Promise<UserView | null> {
  if (context.actor.kind !== "user") return null;
  const user = await context.em.findOne(User, context.actor.id);
  if (!user) return null;
  const purchases = await purchasesOf(context.em, [user.id]);
  return userViewOf(user, purchases(user.id));
}
