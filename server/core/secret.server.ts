import { createHmac, timingSafeEqual } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ShopSecret } from "#db/entities/index.ts";

const cachedSecrets = new Map<string, string>();

/**
 * The key that signs cookies and links: COOKIE_SECRET, else the one that the shop made at its first start and that
 * every instance on the database shares. Read once per process and database.
 */
export async function signingSecret(em: EntityManager): Promise<string> {
  if (process.env.COOKIE_SECRET) return process.env.COOKIE_SECRET;
  const database = process.env.DATABASE_URL ?? "";
  const cached = cachedSecrets.get(database);
  if (cached) return cached;
  const row = await em.findOneOrFail(ShopSecret, { name: "cookie" }, { populate: ["value"] });
  cachedSecrets.set(database, row.value);
  return row.value;
}

/** The HMAC-SHA256 of a text for one purpose, so that a signature for one thing never opens another. */
export function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}

/** Compares signatures in constant time. */
export function signatureMatches(expected: string, actual: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(actual);
  return a.length === b.length && timingSafeEqual(a, b);
}
