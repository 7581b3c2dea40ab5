import { createHash, randomBytes } from "node:crypto";
import type { AccountTokenPurpose } from "./account-token-purpose.ts";

/** What a mailed link carries: 256 random bits. */
export function makeAccountToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps. The purpose is part of it, so that a token opens nothing but what it was made for. */
export function hashAccountToken(purpose: AccountTokenPurpose, token: string): string {
  return createHash("sha256").update(`${purpose}\n${token}`).digest("hex");
}
