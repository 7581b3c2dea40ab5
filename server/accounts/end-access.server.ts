import type { EntityManager } from "@mikro-orm/postgresql";
import {
  AccountToken,
  ApiKey,
  Passkey,
  PendingSignIn,
  RecoveryCode,
  Session,
  TwoFactor,
} from "#db/entities/index.ts";
import { type Author, recordChange } from "#server/audit/changes.server.ts";
import { ShopError } from "#server/core/errors.ts";
import type { AccountTokenPurpose } from "./account-links.ts";

/** Which earlier means of access to an account an act ends. */
export interface AccessEnd {
  /**
   * "elsewhere": all but the device on which the owner acts. "by passkey": of those the ones that began with a
   * passkey, since nobody knows with which. Sign-ins that wait for their code end together with sessions.
   */
  sessions: "all" | "elsewhere" | "elsewhere by passkey" | "none";
  /** The API keys that the account's owner created. */
  apiKeys: boolean;
  /** Mailed links that are not used yet. */
  links: readonly AccountTokenPurpose[];
  /** Passkeys, authenticator app and recovery codes. */
  secondFactors: boolean;
}

/** Links that could change who gets in. A link that verifies an address opens nothing by itself. */
const opening = ["reset_password", "set_password", "change_email"] as const;
/** All links that went to a former address of the account. */
const ofAddress = [...opening, "verify_email"] as const;
/** All links of the account, including the one that undoes a change of address. */
const all = [...ofAddress, "undo_email_change"] as const;

/**
 * Every act that changes how an account is opened, and the access that it ends. The link that undoes a change of
 * address survives all of them except its own use and the end of the account: an intruder who moved the account must
 * not be able to void it.
 */
export const accessEnds = {
  "password changed": { sessions: "elsewhere", apiKeys: true, links: opening, secondFactors: false },
  /** By a mailed link, which must not bypass a second factor. The command itself ends a factor that nobody proved. */
  "password reset": { sessions: "all", apiKeys: true, links: opening, secondFactors: false },
  "address changed": { sessions: "elsewhere", apiKeys: true, links: ofAddress, secondFactors: false },
  "address changed by staff": { sessions: "all", apiKeys: true, links: ofAddress, secondFactors: false },
  /**
   * The person who moved the account may have left anything behind. Undo links that were mailed before that change
   * stay.
   */
  "change of address undone": { sessions: "all", apiKeys: true, links: ofAddress, secondFactors: true },
  "role changed": { sessions: "all", apiKeys: true, links: ["change_email"], secondFactors: false },
  "two-factor sign-in on": {
    sessions: "elsewhere",
    apiKeys: true,
    links: ["change_email"],
    secondFactors: false,
  },
  "two-factor sign-in off": {
    sessions: "elsewhere",
    apiKeys: true,
    links: ["change_email"],
    secondFactors: false,
  },
  "second factor reset by staff": {
    sessions: "all",
    apiKeys: true,
    links: ["change_email"],
    secondFactors: true,
  },
  /** An additional way in; the existing ones stay. */
  "passkey added": { sessions: "none", apiKeys: false, links: [], secondFactors: false },
  /** The device may be lost while signed in. */
  "passkey removed": {
    sessions: "elsewhere by passkey",
    apiKeys: false,
    links: [],
    secondFactors: false,
  },
  suspended: { sessions: "all", apiKeys: true, links: opening, secondFactors: false },
  "taken over": { sessions: "all", apiKeys: true, links: all, secondFactors: true },
  erased: { sessions: "all", apiKeys: true, links: all, secondFactors: true },
} as const satisfies Record<string, AccessEnd>;

export type AccessAct = keyof typeof accessEnds;

/**
 * Ends earlier means of access to an account, as `accessEnds` lists them for this act: every change of who gets in
 * calls it. Runs in the caller's transaction, with the account locked. `exceptLink` is the mailed link that was used,
 * which stays valid for its own page. Returns how many API keys ended. @throws ShopError `unauthenticated` when the
 * device on which the owner acts was signed out meanwhile: a request that was already under way must not overtake the
 * owner who took the account back
 */
export async function endAccess(
  context: Author,
  em: EntityManager,
  userId: number,
  act: AccessAct,
  { exceptLink }: { exceptLink?: number } = {},
): Promise<number> {
  const end: AccessEnd = accessEnds[act];
  await endSessions(context, em, userId, end.sessions);
  if (end.links.length > 0) {
    await em.nativeDelete(AccountToken, {
      user: userId,
      purpose: { $in: [...end.links] },
      ...(exceptLink === undefined ? {} : { id: { $ne: exceptLink } }),
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
  for (const key of keys) await endApiKey(context, em, key);
  return keys.length;
}

/** Ends one key, which is written down. Runs in the caller's transaction. */
export async function endApiKey(context: Author, em: EntityManager, key: ApiKey): Promise<void> {
  key.revokedAt = context.clock.now();
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

/**
 * Removes all of a person's second factors, passkeys included, in the caller's transaction; returns whether there were
 * any.
 */
export async function forgetSecondFactors(em: EntityManager, userId: number): Promise<boolean> {
  const passkeys = await em.nativeDelete(Passkey, { user: userId });
  return (await forgetCodes(em, userId)) || passkeys > 0;
}

/** The same without passkeys. */
export async function forgetCodes(em: EntityManager, userId: number): Promise<boolean> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  await em.nativeDelete(PendingSignIn, { user: userId });
  return (await em.nativeDelete(TwoFactor, { user: userId })) > 0;
}
