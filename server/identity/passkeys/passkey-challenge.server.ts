import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rowsChanged } from "#server/core/typed-sql.server.ts";
import { PASSKEY_CHALLENGE_SECONDS, passkeyCookie, readCookie } from "#server/http/cookies.server.ts";
import { type RelyingParty, relyingPartyOf } from "./relying-party.ts";

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
