import type { EntityManager } from "@mikro-orm/postgresql";
import { AccountToken, ApiKey, PendingSignIn, Session } from "#db/entities/index.ts";
import { type Author, recordChange } from "#server/audit/record-change.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { forgetSecondFactors } from "../two-factor/has-two-factor.server.ts";
import { type AccessAct, type AccessEnd, accessEnds } from "./access-ends.ts";

/**
 * Ends earlier means of access to an account, as `accessEnds` lists them for this act: every change of who gets in
 * calls it. Runs in the caller's transaction, with the account locked. `keptLink` is the mailed link that was used,
 * which stays valid for its own page. Returns how many API keys ended. @throws ShopError `unauthenticated` when the
 * device on which the owner acts was signed out meanwhile: a request that was already under way must not overtake the
 * owner who took the account back
 */
export async function endAccess(
  context: Author,
  em: EntityManager,
  userId: number,
  act: AccessAct,
  { keptLink }: { keptLink?: number } = {},
): Promise<number> {
  const end: AccessEnd = accessEnds[act];
  await endSessions(context, em, userId, end.sessions);
  if (end.links.length > 0) {
    await em.nativeDelete(AccountToken, {
      user: userId,
      purpose: { $in: [...end.links] },
      ...(keptLink === undefined ? {} : { id: { $ne: keptLink } }),
    });
  }
  if (end.secondFactors) await forgetSecondFactors(em, userId);
  return end.apiKeys ? endApiKeys(context, em, userId) : 0;
}

/**
 * Refuses to grant lasting access when the requesting device was signed out meanwhile. Runs in the caller's
 * transaction, with the account locked, because everything that ends its sessions locks it, too. @throws ShopError
 * `unauthenticated`
 */
export async function requireOpenSession(
  em: EntityManager,
  { id, sessionId }: { id: number; sessionId: string },
): Promise<void> {
  if (await em.count(Session, { id: sessionId, user: id })) return;
  throw new ShopError("unauthenticated", "Please sign in to continue.");
}

async function endSessions(
  { actor }: Author,
  em: EntityManager,
  userId: number,
  ended: AccessEnd["sessions"],
): Promise<void> {
  if (ended === "all") {
    await em.nativeDelete(Session, { user: userId });
    await em.nativeDelete(PendingSignIn, { user: userId });
    return;
  }
  const own = actor.kind === "user" && actor.id === userId ? actor.sessionId : undefined;
  if (own) await requireOpenSession(em, { id: userId, sessionId: own });
  if (ended === "none") return;
  const elsewhere = { user: userId, ...(own ? { id: { $ne: own } } : {}) };
  if (ended === "elsewhere by passkey") {
    await em.nativeDelete(Session, { ...elsewhere, byPasskey: true });
    return;
  }
  await em.nativeDelete(Session, elsewhere);
  await em.nativeDelete(PendingSignIn, { user: userId });
}

/** Otherwise they would outlive a stolen password or a role. */
async function endApiKeys(context: Author, em: EntityManager, userId: number): Promise<number> {
  const now = context.clock.now();
  const keys = await em.find(ApiKey, { maker: userId, revokedAt: null, expiresAt: { $gt: now } });
  for (const key of keys) {
    key.revokedAt = now;
    await em.flush();
    await recordChange(em, context, {
      area: "api-keys",
      action: "revoked",
      subjectId: key.id,
      subjectName: key.name,
      before: { revoked: false },
      after: { revoked: true },
    });
  }
  return keys.length;
}
