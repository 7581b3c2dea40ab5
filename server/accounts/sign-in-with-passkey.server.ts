import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Passkey, User } from "#db/entities/index.ts";
import { countAgainstLimit, returnToLimit } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { isStaff } from "#server/core/roles.ts";
import { rowsChanged } from "#server/core/typed-sql.server.ts";
import { PASSKEY_CHALLENGE_SECONDS, passkeyCookie, readCookie } from "#server/http/cookies.server.ts";
import type { Audience } from "./audience.ts";
import { type RelyingParty, relyingPartyOf, type SignedChallenge } from "./passkey.schema.ts";
import { type SignedIn, startSession } from "./sessions.server.ts";

/**
 * What a browser needs to ask a device for a passkey of this shop, and the `Set-Cookie` value that holds the
 * challenge. It needs no username, so it reveals nothing about anybody. @throws ShopError `conflict` where there are
 * no passkeys, `rate_limited`
 */
export async function beginPasskeySignIn(context: Context, request: Request) {
  const { id } = requireRelyingParty(context, request);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: "required" });
  const challenge = { purpose: "sign-in", challenge: options.challenge } as const;
  return { options, cookieHeader: await keepChallenge<"sign-in">(context, challenge) };
}

interface PasskeySignIn {
  audience: Audience;
  signed: SignedChallenge;
}

/**
 * Signs in the person who has the device and its finger, face or PIN: both factors at once, so no code is needed.
 * @throws ShopError `unauthenticated` (not a passkey of this shop, or not one of staff on the staff screen),
 * `forbidden` (suspended), `conflict` (too late, or already used), `rate_limited`
 */
export async function signInWithPasskey(
  context: Context,
  request: Request,
  { audience, signed }: PasskeySignIn,
): Promise<SignedIn> {
  await countAgainstLimit(context, "sign-in");
  const party = requireRelyingParty(context, request);
  const challenge = await readChallenge(context, request, "sign-in");
  const em = context.em.fork();
  const passkey = await em.findOne(Passkey, { credentialId: signed.id });
  const checked = await checkPasskey(passkey ?? nobodysPasskey, signed, party, challenge.challenge);
  if (!passkey) throw notAccepted(context, audience, passkey, "unknown passkey");
  if (typeof checked === "string") throw notAccepted(context, audience, passkey, checked);
  const user = await em.findOneOrFail(User, passkey.user.id);
  if (user.erasedAt || (audience === "staff" && !isStaff(user.role))) {
    throw notAccepted(context, audience, passkey, "not for this audience");
  }
  await em.transactional(async (inner) => {
    await useUpChallenge(inner, challenge);
    // A faster request may have advanced the counter, and the passkey may have been removed meanwhile.
    const used = await rowsChanged(
      inner,
      "update passkey set counter = ?, last_used_at = ? where id = ? and (counter < ? or (counter = 0 and ? = 0))",
      [checked.counter, context.clock.now(), passkey.id, checked.counter, checked.counter],
    );
    if (used === 0) throw notAccepted(context, audience, passkey, "used meanwhile");
  });
  if (!user.isActive)
    throw new ShopError("forbidden", "This account is suspended. Please contact us for help.");
  await returnToLimit(context, "sign-in");
  return startSession(context, request, user, { byPasskey: passkey.id });
}

type CheckedPasskey = Pick<Passkey, "credentialId" | "publicKey" | "counter"> & { user: { id: number } };

/**
 * Verified in place of an unknown passkey, so that both take equally long. The private half of the key was thrown
 * away, so no signature matches.
 */
const nobodysPasskey: CheckedPasskey = {
  credentialId: "bm9ib2R5cw",
  publicKey:
    "pQECAyYgASFYIGXRaOQexQRnjLWm_DI8JbzL_a4wJ724XQPM2mrNvfpIIlggfLqAdkbSJAiPTKeaZ5U90T8NZ96wAI-6otAu2CIuSp0",
  counter: 0,
  user: { id: 0 },
};

/** Why a response does not match this passkey and challenge; the new counter when it does. */
async function checkPasskey(
  passkey: CheckedPasskey,
  signed: SignedChallenge,
  party: RelyingParty,
  challenge: string,
): Promise<string | { counter: number }> {
  const { userHandle } = signed.response;
  const isOthers =
    userHandle !== undefined &&
    userHandle !== Buffer.from(userHandleOf(passkey.user.id)).toString("base64url");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: signed,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (isOthers) return "somebody else's passkey";
    return verified ? { counter: authenticationInfo.newCounter } : "wrong signature";
  } catch (error) {
    // The library throws when something does not match: origin, challenge, counter, verification.
    return String(error).slice(0, 300);
  }
}

function notAccepted(
  { requestId }: Context,
  audience: Audience,
  passkey: Passkey | null,
  reason: string,
): ShopError {
  log("warn", "a sign-in was refused", {
    audience,
    userId: passkey?.user.id ?? null,
    reason,
    requestId,
  });
  return new ShopError("unauthenticated", "This passkey was not accepted. Please sign in by password.");
}

/** What a browser has to sign, and for which purpose. */
const challengeSchema = z.discriminatedUnion("purpose", [
  z.object({ purpose: z.literal("sign-in"), challenge: z.string(), expiresAt: z.number() }),
  z.object({
    purpose: z.literal("add"),
    challenge: z.string(),
    expiresAt: z.number(),
    /** The person who adds it, and the signed-in device. */
    userId: z.number(),
    sessionId: z.string(),
    name: z.string(),
  }),
]);

type Challenge = z.output<typeof challengeSchema>;
type Purpose = Challenge["purpose"];
type ChallengeOf<P extends Purpose> = Extract<Challenge, { purpose: P }>;

/**
 * Stores a challenge in the requesting browser, in a signed cookie, so that requests alone leave nothing in the
 * database. Returns the `Set-Cookie` value.
 */
export async function keepChallenge<P extends Purpose>(
  { em, clock }: Pick<Context, "em" | "clock">,
  challenge: Omit<ChallengeOf<P>, "expiresAt">,
): Promise<string> {
  const expiresAt = clock.now().getTime() + PASSKEY_CHALLENGE_SECONDS * 1000;
  return (await passkeyCookie(em)).serialize(JSON.stringify({ ...challenge, expiresAt }));
}

/**
 * The challenge of this browser. @throws ShopError `conflict` when there is none for this purpose, or it has expired
 */
export async function readChallenge<P extends Purpose>(
  { em, clock }: Pick<Context, "em" | "clock">,
  request: Request,
  purpose: P,
): Promise<ChallengeOf<P>> {
  const cookie = await readCookie(await passkeyCookie(em), request);
  const parsed = challengeSchema.safeParse(cookie === null ? null : JSON.parse(cookie));
  if (!parsed.success || !isFor(parsed.data, purpose)) throw tooLate();
  if (parsed.data.expiresAt <= clock.now().getTime()) throw tooLate();
  return parsed.data;
}

function isFor<P extends Purpose>(challenge: Challenge, purpose: P): challenge is ChallengeOf<P> {
  return challenge.purpose === purpose;
}

/**
 * Uses a challenge up, in the caller's transaction: a second response to it is refused. @throws ShopError `conflict`
 */
export async function useUpChallenge(
  em: EntityManager,
  { challenge, expiresAt }: Pick<Challenge, "challenge" | "expiresAt">,
): Promise<void> {
  const challengeHash = createHash("sha256").update(challenge).digest("hex");
  const made = await rowsChanged(
    em,
    "insert into used_passkey_challenge (challenge_hash, expires_at) values (?, ?) on conflict do nothing",
    [challengeHash, new Date(expiresAt)],
  );
  if (made === 0) throw tooLate();
}

function tooLate(): ShopError {
  return new ShopError("conflict", "That took too long, or was done already. Please try again.");
}

/** @throws ShopError `conflict` where browsers allow no passkeys */
export function requireRelyingParty(
  { publicUrl }: Pick<Context, "publicUrl">,
  request: Request,
): RelyingParty {
  const party = relyingPartyOf(publicUrl, new URL(request.url));
  if (!party) throw new ShopError("conflict", "Passkeys do not work at this address of the shop.");
  return party;
}

/** How a device identifies the passkey's owner: by the account's number, nothing that names a person. */
export function userHandleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(userId));
}
