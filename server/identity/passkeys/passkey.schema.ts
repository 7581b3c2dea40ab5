import { z } from "zod";
import { passwordAndCodeSchema } from "../two-factor/two-factor.schema.ts";

/** Longer than any authenticator's response; certificates of an attestation are a few kilobytes. */
const MOST_SIGNS = 20_000;

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(MOST_SIGNS);
const identified = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
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

const name = z
  .string("Give it a name")
  .trim()
  .min(1, "Give it a name")
  .max(100, "Must be at most 100 characters");

/** The form that adds a passkey, with a code where two-factor sign-in is on. */
export const newPasskeySchema = z.object({
  name,
  password,
  code: code.optional(),
});
export const newPasskeyWithCodeSchema = newPasskeySchema.extend({ code });

/** The ids of rows, as in the database. */
const passkeyId = z.coerce.number().int().min(1).max(2_147_483_647);

export const renamePasskeySchema = z.object({ passkeyId, name });

export const removePasskeySchema = z.object({
  passkeyId,
  password,
  code: code.optional(),
});
