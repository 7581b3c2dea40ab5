import { createHash, randomBytes } from "node:crypto";

/** What the cookie carries: 256 random bits. */
export function makeSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps: a leaked table opens no session. */
export function hashSessionToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
