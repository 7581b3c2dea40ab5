import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, type User } from "#db/entities/index.ts";
import { type AccountTokenPurpose, accountTokenLifetimes } from "./account-token-purpose.ts";
import { hashAccountToken, makeAccountToken } from "./account-token-secret.server.ts";

export interface IssuedToken {
  id: number;
  /** For the mail only; it cannot be read back. */
  token: string;
}

/** Makes a link's token for one purpose and one address. Runs in the caller's transaction. */
export async function issueAccountToken(
  em: EntityManager,
  input: { user: User; purpose: AccountTokenPurpose; email: string; now: Date },
): Promise<IssuedToken> {
  const token = makeAccountToken();
  const row = em.create(AccountToken, {
    user: input.user,
    purpose: input.purpose,
    tokenHash: hashAccountToken(input.purpose, token),
    email: input.email,
    createdAt: input.now,
    expiresAt: new Date(input.now.getTime() + accountTokenLifetimes[input.purpose]),
  });
  await em.flush();
  return { id: row.id, token };
}
