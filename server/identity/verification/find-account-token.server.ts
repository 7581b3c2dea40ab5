import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, User } from "#db/entities/index.ts";
import type { AccountTokenPurpose } from "./account-token-purpose.ts";
import { hashAccountToken } from "./account-token-secret.server.ts";

export interface FoundToken {
  token: AccountToken;
  user: User;
}

/**
 * The unexpired token of one of these purposes and its user, both locked until the caller's transaction ends;
 * undefined when there is none. Whether it was used before, and whether its address still counts, the caller decides.
 */
export async function findAccountToken(
  em: EntityManager,
  given: string,
  purposes: readonly AccountTokenPurpose[],
  now: Date,
): Promise<FoundToken | undefined> {
  const token = await em.findOne(AccountToken, {
    tokenHash: { $in: purposes.map((purpose) => hashAccountToken(purpose, given)) },
    expiresAt: { $gt: now },
  });
  if (!token) return undefined;
  // The user first, always: two requests that lock in the same order never wait for each other.
  const user = await em.findOne(
    User,
    { id: token.user.id, erasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ["passwordHash"], refresh: true },
  );
  if (!user) return undefined;
  // A change of password may have taken the token away while we waited.
  const locked = await em.findOne(
    AccountToken,
    { id: token.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return locked ? { token: locked, user } : undefined;
}
