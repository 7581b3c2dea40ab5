import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { User } from "#db/entities/index.ts";
import type { Actor } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { lockAdministrators } from "#server/identity/account/lock-administrators.server.ts";
import { type Account, type Editor, editRefusal } from "./user-rules.ts";

/** A user's row, locked until the caller's transaction ends. @throws ShopError `not_found` */
async function lockUser(em: EntityManager, id: number): Promise<User> {
  const user = await em.findOne(
    User,
    { id, erasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ["passwordHash"], refresh: true },
  );
  if (!user) throw new ShopError("not_found", "User not found");
  return user;
}

/**
 * The same, for a change of what the user may do: the administrators are locked first, so that there is always one
 * left. `refuse` throws when the rules forbid what the user would be.
 * @throws ShopError `not_found`
 */
export async function lockUserForChange(em: EntityManager, actor: Actor, id: number) {
  const administrators = await lockAdministrators(em);
  const user = await lockUser(em, id);
  const refuse = (after: Partial<Pick<Account, "role" | "isActive">>) => {
    const wanted = { role: after.role ?? user.role, isActive: after.isActive ?? user.isActive };
    const refusal = editRefusal(editorOf(actor), user, wanted, administrators.length);
    if (refusal) throw new ShopError(refusal.code, refusal.message);
  };
  return { user, refuse };
}

/** @throws ShopError `unauthenticated` for a visitor */
export function editorOf(actor: Actor): Editor {
  if (actor.kind === "visitor") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return actor;
}
