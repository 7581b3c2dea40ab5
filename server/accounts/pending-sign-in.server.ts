import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { PendingSignIn, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { PENDING_SIGN_IN_SECONDS, pendingSignInCookie, readCookie } from "#server/http/cookies.server.ts";
import type { Audience, CodeRequired } from "./audience.ts";
import { checkSecondFactor } from "./second-factor.server.ts";
import { hashSessionToken, makeSessionToken, type SignedIn, startSession } from "./sessions.server.ts";

/** Stores a sign-in whose password was right until its code comes. Returns the `Set-Cookie` value that carries it. */
export async function holdSignIn(context: Context, { userId, audience }: CodeRequired): Promise<string> {
  const token = makeSessionToken();
  const now = context.clock.now();
  await context.em.fork().transactional(async (em) => {
    await em.nativeDelete(PendingSignIn, { user: userId, expiresAt: { $lte: now } });
    const user = await em.findOneOrFail(User, userId, { populate: ["passwordHash"] });
    await em.insert(PendingSignIn, {
      user: userId,
      tokenHash: hashSessionToken(token),
      passwordMark: markOf(user),
      audience,
      createdAt: now,
      expiresAt: new Date(now.getTime() + PENDING_SIGN_IN_SECONDS * 1000),
    });
  });
  return (await pendingSignInCookie(context.em)).serialize(token);
}

/**
 * The audience (customers or staff) of the sign-in that waits for its code in this browser; null when there is none, or
 * it has expired.
 */
export async function findPendingAudience(context: Context, request: Request): Promise<Audience | null> {
  return (await findPending(context, context.em.fork(), request))?.pending.audience ?? null;
}

/**
 * Completes by its code a sign-in whose password was right.
 * @throws ShopError `unauthenticated` (a wrong code), `conflict` (it took too long), `rate_limited`
 */
export async function completeSignIn(
  context: Context,
  request: Request,
  { code }: { code: string },
): Promise<SignedIn & { audience: Audience; clearedCookieHeader: string }> {
  const em = context.em.fork();
  const row = await findPending(context, em, request);
  if (!row) throw tooLate();
  await checkSecondFactor(context, row.user.id, code);
  // Once: of two requests with one cookie the other starts again.
  if ((await em.nativeDelete(PendingSignIn, { id: row.pending.id })) === 0) throw tooLate();
  const signedIn = await startSession(context, request, row.user);
  const cookie = await pendingSignInCookie(context.em);
  return {
    ...signedIn,
    audience: row.pending.audience,
    clearedCookieHeader: await cookie.serialize("", { maxAge: 0 }),
  };
}

async function findPending(
  context: Context,
  em: EntityManager,
  request: Request,
): Promise<{ pending: PendingSignIn; user: User } | undefined> {
  const token = await readCookie(await pendingSignInCookie(context.em), request);
  if (!token) return undefined;
  const pending = await em.findOne(PendingSignIn, {
    tokenHash: hashSessionToken(token),
    expiresAt: { $gt: context.clock.now() },
  });
  if (!pending) return undefined;
  const user = await em.findOne(
    User,
    { id: pending.user.id, erasedAt: null, isActive: true },
    { populate: ["passwordHash"] },
  );
  return user && markOf(user) === pending.passwordMark ? { pending, user } : undefined;
}

function markOf(user: User): string {
  return createHash("sha256")
    .update(user.passwordHash ?? "")
    .digest("hex");
}

function tooLate(): ShopError {
  return new ShopError("conflict", "That took too long, or was done already. Please sign in again.");
}
