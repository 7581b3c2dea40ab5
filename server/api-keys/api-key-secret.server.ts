import { createHash, randomBytes } from "node:crypto";

/** How every key begins, so that a person, or a scanner for leaked secrets, sees at once what it is. */
const PREFIX = "oxb_";
/** Prefix and a few random characters: enough to tell keys apart, nothing to guess the rest from. */
const BEGINNING_LENGTH = PREFIX.length + 6;

/** A new key, 256 random bits, and how it begins. */
export function makeApiKeySecret(): { token: string; beginning: string } {
  const token = PREFIX + randomBytes(32).toString("base64url");
  return { token, beginning: token.slice(0, BEGINNING_LENGTH) };
}

/**
 * What the database keeps. One round of SHA-256 is right here: a slow hash protects what people think up and reuse,
 * and nobody tries 2^256 keys; it is also looked up by this value at every request.
 */
export function hashApiKey(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
