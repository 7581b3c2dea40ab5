import { z } from "zod";
import { patternText, requiredText, rowIdFromText } from "#server/core/fields.ts";
import { passwordAndCodeSchema } from "./account.schema.ts";

/** Longer than any authenticator's response; certificates of an attestation are a few kilobytes. */
const MOST_SIGNS = 20_000;

const base64url = patternText(MOST_SIGNS, /^[\w-]+$/);
const credentialId = patternText(1400, /^[\w-]+$/);
const identified = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  // The shop requests no extensions and ignores their results.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A browser's response for a passkey that was just made. */
export const madePasskeySchema = z.object({
  ...identified,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

/** A browser's response for a passkey that has signed a challenge. */
export const signedChallengeSchema = z.object({
  ...identified,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

export type MadePasskey = z.output<typeof madePasskeySchema>;
export type SignedChallenge = z.output<typeof signedChallengeSchema>;

const { password, code } = passwordAndCodeSchema.shape;
const name = requiredText(100, "Give it a name");

/** The form that adds a passkey, with a code where two-factor sign-in is on. */
export const newPasskeySchema = z.object({
  name,
  password,
  code: code.optional(),
});
export const newPasskeyWithCodeSchema = newPasskeySchema.extend({ code });

/** The ids of rows, as in the database. */
export const renamePasskeySchema = z.object({ passkeyId: rowIdFromText, name });

export const removePasskeySchema = z.object({
  passkeyId: rowIdFromText,
  password,
  code: code.optional(),
});

/** The shop as a relying party: a host name, and the one origin whose pages may use its passkeys. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party for an address of the shop; null where browsers allow none: under an IP address, and without TLS
 * under any name but localhost (W3C Web Authentication, 5.1.3). The public address decides. A shop on this machine
 * alone has the public address 127.0.0.1, and offers passkeys when opened as localhost.
 */
export function relyingPartyOf(publicUrl: string, url: URL): RelyingParty | null {
  const own = new URL(publicUrl);
  if (isOfThisMachine(own.hostname)) {
    return url.hostname === "localhost" ? { id: "localhost", origin: url.origin } : null;
  }
  const isName = !/^[\d.]+$|^\[/.test(own.hostname);
  return isName && own.protocol === "https:" ? { id: own.hostname, origin: own.origin } : null;
}

/**
 * The address at which passkeys work, for a local shop that was opened by IP address; null when no other address would
 * help.
 */
export function addressForPasskeys(publicUrl: string, url: URL): string | null {
  if (!isOfThisMachine(new URL(publicUrl).hostname) || url.hostname === "localhost") return null;
  const named = new URL(url);
  named.hostname = "localhost";
  return named.href;
}

function isOfThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
