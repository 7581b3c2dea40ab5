import { LockMode, UniqueConstraintViolationException } from "@mikro-orm/core";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { COSEALG, isoBase64URL } from "@simplewebauthn/server/helpers";
import { Passkey, Session, User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { requireUser } from "../require-user.server.ts";
import { endAccess } from "../sessions/end-access.server.ts";
import { requirePasswordAndCode } from "../two-factor/require-password-and-code.server.ts";
import type { MadePasskey } from "./passkey.schema.ts";
import { keepChallenge, readChallenge, useUpChallenge } from "./passkey-challenge.server.ts";
import { requireRelyingParty, userHandleOf } from "./relying-party.server.ts";
import { tellOfPasskey } from "./tell-of-passkey.server.ts";

/** More devices than anybody has; each is a row and a line of the settings. */
const MOST_PASSKEYS = 20;

/** What every browser and device has; post-quantum keys are an experiment of Node's yet. */
const KEY_ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

interface NewPasskey {
  name: string;
  password: string;
  code?: string | undefined;
}

/**
 * Asks the signed-in person for password and code, then a device of theirs for a new key. Returns what the browser
 * needs for that, and the `Set-Cookie` value that keeps the challenge.
 * @throws ShopError `unauthenticated`, `validation_failed` (wrong password or code), `conflict`, `rate_limited`
 */
export async function beginPasskey(context: Context, request: Request, input: NewPasskey) {
  const actor = requireUser(context);
  const { id } = requireRelyingParty(context, request);
  await requirePasswordAndCode(context, actor, input);
  const em = context.em.fork();
  const known = await em.find(Passkey, { user: actor.id });
  if (known.length >= MOST_PASSKEYS) {
    throw new ShopError("conflict", `There are ${MOST_PASSKEYS} passkeys already. Remove one first.`);
  }
  const options = await generateRegistrationOptions({
    rpName: context.settings.storeName,
    rpID: id,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: userHandleOf(actor.id),
    attestationType: "none",
    supportedAlgorithmIDs: KEY_ALGORITHMS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // Found without a name being typed, and never by the mere touch of a found key.
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
 * Keeps the passkey that a device has made. This session counts as begun with it; its owner is told by mail.
 * @throws ShopError `unauthenticated`; `conflict` (too late, answered already, or a passkey that is known);
 * `validation_failed` for one that was not made here and now by its owner
 */
export async function addPasskey(context: Context, request: Request, made: MadePasskey): Promise<void> {
  const actor = requireUser(context);
  const party = requireRelyingParty(context, request);
  const asked = await readChallenge(context, request, "add");
  if (asked.userId !== actor.id || asked.sessionId !== actor.sessionId) throw notAccepted();
  const verified = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: asked.challenge,
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
      await useUpChallenge(em, asked);
      const user = await em.findOneOrFail(User, actor.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      await endAccess(context, em, user.id, "passkey added");
      const passkey = em.create(Passkey, {
        user,
        name: asked.name,
        credentialId: credential.id,
        publicKey: isoBase64URL.fromBuffer(credential.publicKey),
        counter: credential.counter,
        transports: made.response.transports.join(",").slice(0, 200),
        createdAt: context.clock.now(),
      });
      await em.flush();
      await em.nativeUpdate(Session, { id: actor.sessionId }, { byPasskey: true });
      await tellOfPasskey(context, em, user, { kind: "added", passkey: passkey.name });
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new ShopError("conflict", "This passkey is known here already.");
  }
}

function notAccepted(): ShopError {
  return new ShopError("validation_failed", "This passkey was not accepted. Please try again.");
}
