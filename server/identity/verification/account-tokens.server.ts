import { createHash, randomBytes } from "node:crypto";
import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, User } from "#db/entities/index.ts";
import { type AccountTokenPurpose, accountTokenLifetimes } from "./account-links.ts";

export interface IssuedToken {
  id: number;
  /** For the mail only; the database cannot return it. */
  token: string;
}

/** Makes a link's token for one purpose and one address. Runs in the caller's transaction. */
export async function issueAccountToken(
  em: EntityManager,
  input: { user: User; purpose: AccountTokenPurpose; email: string; now: Date },
): Promise<IssuedToken> {
  const { token, row } = newAccountToken(input);
  const made = em.create(AccountToken, { user: input.user, ...row });
  await em.flush();
  return { id: made.id, token };
}

/** A link's token, and its row without the user. */
export function newAccountToken({
  purpose,
  email,
  now,
}: {
  purpose: AccountTokenPurpose;
  email: string;
  now: Date;
}) {
  const token = makeAccountToken();
  const row = {
    purpose,
    tokenHash: hashAccountToken(purpose, token),
    email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + accountTokenLifetimes[purpose]),
  };
  return { token, row };
}

export type NewToken = ReturnType<typeof newAccountToken>["row"];

export interface FoundToken {
  token: AccountToken;
  user: User;
}

/**
 * The unexpired token of one of these purposes and its user, both locked until the caller's transaction ends; undefined
 * when there is none. The caller decides whether it was used before, and whether its address still counts.
 */
export async function findAccountToken(
  em: EntityManager,
  rawToken: string,
  purposes: readonly AccountTokenPurpose[],
  now: Date,
): Promise<FoundToken | undefined> {
  const token = await em.findOne(AccountToken, {
    tokenHash: { $in: purposes.map((purpose) => hashAccountToken(purpose, rawToken)) },
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
  // A change of password may have deleted the token while we waited.
  const locked = await em.findOne(
    AccountToken,
    { id: token.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  return locked ? { token: locked, user } : undefined;
}

/** The token in a mailed link: 256 random bits. */
export function makeAccountToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database stores. The purpose is part of it, so that a token opens nothing but what it was made for. */
export function hashAccountToken(purpose: AccountTokenPurpose, token: string): string {
  return createHash("sha256").update(`${purpose}\n${token}`).digest("hex");
}
