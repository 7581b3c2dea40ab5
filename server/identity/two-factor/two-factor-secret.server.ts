import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Bytes, as AES-256-GCM has them (NIST SP 800-38D). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** How it was sealed, so that another way can take its place one day and still read the old ones. */
const WAY = "1.";

/** A key of its own, so that what signs cookies never encrypts. */
function keyFrom(signingSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", signingSecret, "", "two-factor key at rest", 32));
}

/**
 * Encrypts a person's authenticator key for the database (AES-256-GCM under a key derived from the signing secret:
 * COOKIE_SECRET, else the shop's own). It is bound to the user, so that a row copied to somebody else opens nothing.
 */
export function sealSecret(signingSecret: string, userId: number, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(signingSecret), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`user:${userId}`));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return WAY + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The key again; undefined when the signing secret is another one now, or the row was tampered with. */
export function openSecret(signingSecret: string, userId: number, sealed: string): string | undefined {
  if (!sealed.startsWith(WAY)) return undefined;
  const bytes = Buffer.from(sealed.slice(WAY.length), "base64url");
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", keyFrom(signingSecret), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`user:${userId}`));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
