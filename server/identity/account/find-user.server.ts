import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { User } from "#db/entities/index.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";

/** The account with this address or username, without regard to case. The unique indexes allow one at most. */
export async function findUserBy(
  em: EntityManager,
  column: "email" | "username",
  value: string,
): Promise<User | null> {
  const row = await typedSql(em)
    .selectFrom("user_account")
    .where(condition`lower(${sql.ref(column)}) = lower(${value.trim()})`)
    .select("id")
    .executeTakeFirst();
  return row ? em.findOne(User, row.id, { populate: ["passwordHash"] }) : null;
}

/**
 * Locks every active administrator until the caller's transaction ends, in one order, so that two of them taking the
 * role from each other cannot both succeed. To be called before any other user is locked.
 */
export function lockAdministrators(em: EntityManager): Promise<User[]> {
  return em.find(
    User,
    { role: "administrator", isActive: true, erasedAt: null },
    { orderBy: { id: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

export type SignedInUser = Extract<Actor, { kind: "user" }>;

/**
 * The signed-in user, for what people do to their own account.
 * @throws ShopError `unauthenticated`
 */
export function requireUser(context: Pick<Context, "actor">): SignedInUser {
  if (context.actor.kind !== "user") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return context.actor;
}
