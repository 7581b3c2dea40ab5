import { Passkey, User } from "#db/entities/index.ts";
import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { rowsChanged } from "#server/core/typed-sql.server.ts";
import { countAgainstLimit, giveBackToLimit } from "#server/http/rate-limit.server.ts";
import type { Audience } from "../sessions/audience.ts";
import { type SignedIn, startSession } from "../sessions/sessions.server.ts";
import type { SignedChallenge } from "./passkey.schema.ts";
import {
  keepChallenge,
  readChallenge,
  requireRelyingParty,
  userHandleOf,
  useUpChallenge,
} from "./passkey-challenge.server.ts";
import type { RelyingParty } from "./relying-party.ts";

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
  const refusal = await refusalOf(passkey ?? nobodysPasskey, signed, party, challenge.challenge);
  if (!passkey) throw notAccepted(context, audience, passkey, "unknown passkey");
  if (typeof refusal === "string") throw notAccepted(context, audience, passkey, refusal);
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
      [refusal.counter, context.clock.now(), passkey.id, refusal.counter, refusal.counter],
    );
    if (used === 0) throw notAccepted(context, audience, passkey, "used meanwhile");
  });
  if (!user.isActive)
    throw new ShopError("forbidden", "This account is suspended. Please contact us for help.");
  await giveBackToLimit(context, "sign-in");
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
async function refusalOf(
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
