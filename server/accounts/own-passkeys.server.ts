import { LockMode, UniqueConstraintViolationException } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Passkey, Session, TwoFactor, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { tellOwner } from "#server/email/queue-email.server.ts";
import type { PasskeyChange } from "#server/email/templates/security-mails.tsx";
import { endAccess } from "./end-access.server.ts";
import type { MadePasskey } from "./passkey.schema.ts";
import { requirePasswordAndCode } from "./second-factor.server.ts";
import {
  keepChallenge,
  readChallenge,
  requireRelyingParty,
  userHandleOf,
  useUpChallenge,
} from "./sign-in-with-passkey.server.ts";
import { greetedAs } from "./user-view.ts";
import { requiresSecondFactor, requireUser } from "./user-views.server.ts";

/** A passkey as its owner sees it. */
export interface PasskeyView {
  id: number;
  name: string;
  /** ISO date and time, as is `lastUsedAt`. */
  createdAt: string;
  lastUsedAt: string | null;
}

/**
 * The signed-in person's passkeys, newest first. @throws ShopError `unauthenticated`
 */
export async function listPasskeys(context: Context): Promise<PasskeyView[]> {
  const { id } = requireUser(context);
  const passkeys = await context.em.fork().find(Passkey, { user: id }, { orderBy: { id: "desc" } });
  return passkeys.map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Renames one of the signed-in person's passkeys.
 * @throws ShopError `unauthenticated`, `not_found`
 */
export async function renamePasskey(
  context: Context,
  { passkeyId, name }: { passkeyId: number; name: string },
): Promise<void> {
  const { id } = requireUser(context);
  const renamed = await context.em.fork().nativeUpdate(Passkey, { id: passkeyId, user: id }, { name });
  if (renamed === 0) throw notThere();
}

/**
 * Removes one of the signed-in person's passkeys, mails them, and signs out other devices that signed in with a
 * passkey.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `not_found`, `rate_limited`
 */
export async function removePasskey(
  context: Context,
  { passkeyId, ...factors }: { passkeyId: number; password: string; code?: string | undefined },
): Promise<void> {
  const actor = requireUser(context);
  await requirePasswordAndCode(context, actor, factors);
  await inTransaction(context.em, async (em) => {
    const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const passkey = await em.findOne(Passkey, { id: passkeyId, user: actor.id });
    if (!passkey) throw notThere();
    await em.nativeDelete(Passkey, { id: passkey.id });
    await endAccess(context, em, actor.id, "passkey removed");
    await notifyOfPasskey(context, em, user, { kind: "removed", passkey: passkey.name });
  });
}

function notThere(): ShopError {
  return new ShopError("not_found", "This passkey is not there any more.");
}

/**
 * Ends the passkeys that somebody may have added with the password that was just reset. Those that were added with a
 * code as well, or are staff's second factor, stay: a mailed link must not go around it. Runs in the caller's
 * transaction.
 */
export async function endUnprovenPasskeys(context: Context, em: EntityManager, user: User): Promise<void> {
  if (requiresSecondFactor(user.role, context.settings)) return;
  if (await em.count(TwoFactor, { user: user.id, confirmedAt: { $ne: null } })) return;
  if ((await em.nativeDelete(Passkey, { user: user.id })) === 0) return;
  await notifyOfPasskey(context, em, user, { kind: "all-removed" });
}

/** More devices than anybody has; each is a row and a line in the settings. */
const MOST_PASSKEYS = 20;

/** As COSE numbers them (RFC 9053, RFC 8812). */
const [EDDSA, ES256, RS256] = [-8, -7, -257] as const;
/** What every browser and device supports; post-quantum keys are still experimental in Node. */
const KEY_ALGORITHMS = [EDDSA, ES256, RS256];

interface NewPasskey {
  name: string;
  password: string;
  code?: string | undefined;
}

/**
 * Checks the signed-in person's password and code, then lets a device make a new key. Returns what the browser needs
 * for that, and the `Set-Cookie` value that holds the challenge. @throws ShopError `unauthenticated`,
 * `validation_failed` (wrong password or code), `conflict`, `rate_limited`
 */
export async function beginPasskey(context: Context, request: Request, input: NewPasskey) {
  const actor = requireUser(context);
  const { id } = requireRelyingParty(context, request);
  await requirePasswordAndCode(context, actor, input);
  const em = context.em.fork();
  const existing = await em.find(Passkey, { user: actor.id });
  if (existing.length >= MOST_PASSKEYS) {
    throw new ShopError("conflict", `There are ${MOST_PASSKEYS} passkeys already. Remove one first.`);
  }
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: context.settings.storeName,
    rpID: id,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: userHandleOf(actor.id),
    attestationType: "none",
    supportedAlgorithmIDs: KEY_ALGORITHMS,
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    // Discoverable without a username, and never usable by a mere touch of a found key.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const cookieHeader = await keepChallenge<"add">(context, {
    purpose: "add",
    challenge: options.challenge,
    userId: actor.id,
    sessionId: actor.sessionId,
    name: input.name,
  });
  return { options, cookieHeader };
}

/**
 * Stores the passkey that a device has made. This session counts as started with it, and the owner gets a mail.
 * @throws ShopError `unauthenticated`; `conflict` (too late, already used, or a known passkey); `validation_failed`
 * unless its owner made it here and now
 */
export async function addPasskey(context: Context, request: Request, made: MadePasskey): Promise<void> {
  const actor = requireUser(context);
  const party = requireRelyingParty(context, request);
  const challenge = await readChallenge(context, request, "add");
  if (challenge.userId !== actor.id || challenge.sessionId !== actor.sessionId) throw notAccepted();
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: challenge.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: KEY_ALGORITHMS,
  }).catch((error: unknown) => {
    log("warn", "a new passkey was refused", { userId: actor.id, reason: String(error).slice(0, 300) });
    throw notAccepted();
  });
  if (!verified.verified) throw notAccepted();
  const { credential } = verified.registrationInfo;
  try {
    await context.em.fork().transactional(async (em) => {
      await useUpChallenge(em, challenge);
      const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await endAccess(context, em, user.id, "passkey added");
      const passkey = em.create(Passkey, {
        user,
        name: challenge.name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: made.response.transports.join(",").slice(0, 200),
        createdAt: context.clock.now(),
      });
      await em.flush();
      await em.nativeUpdate(Session, { id: actor.sessionId }, { byPasskey: true });
      await notifyOfPasskey(context, em, user, { kind: "added", passkey: passkey.name });
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new ShopError("conflict", "This passkey is known here already.");
  }
}

function notAccepted(): ShopError {
  return new ShopError("validation_failed", "This passkey was not accepted. Please try again.");
}

/** Mails a person about a change to their passkeys. Runs in the caller's transaction. */
export async function notifyOfPasskey(
  context: Context,
  em: EntityManager,
  user: User,
  change: PasskeyChange,
): Promise<void> {
  await tellOwner(context, em, Boolean(user.emailProvenAt), {
    key: `passkey:${change.kind}:${user.id}:${context.clock.now().getTime()}`,
    template: "passkey-changed",
    recipient: user.email,
    props: {
      name: greetedAs(user),
      change: "passkey" in change ? { ...change, passkey: user.emailProvenAt ? change.passkey : "" } : change,
      resetLink: `${context.publicUrl}/forgot-password`,
    },
  });
}
