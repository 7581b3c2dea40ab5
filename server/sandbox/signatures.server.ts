import { createHmac, timingSafeEqual } from "node:crypto";

/** The HMAC-SHA256 of a text for one purpose, so that a signature made for one thing never opens another. */
export function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}

/** Compares in constant time. */
export function signatureMatches(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}
