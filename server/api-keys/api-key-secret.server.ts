import { createHash, randomBytes } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ApiKey, type User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { requiredActionOf } from "#server/accounts/user-views.server.ts";
import type { Actor } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { allows, type Capability } from "#server/core/roles.ts";
import { cachedSettings } from "#server/settings/read-settings.server.ts";

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

/** How stale `lastUsedAt` may be before a request writes it again: at most one write a minute per key. */
const USED_INTERVAL_MS = 60_000;
/** A key comes in by none. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * Who an API key stands for. It may do what was chosen, as far as its maker may still do it themselves.
 * @throws ShopError `unauthenticated` (unknown, expired, revoked, or its maker is gone or held back), `rate_limited`
 */
export async function findKeyActor(
  em: EntityManager,
  token: string,
  { now, clientAddress }: { now: Date; clientAddress: string },
): Promise<Actor> {
  const key = await em.findOne(ApiKey, { tokenHash: hashApiKey(token) }, { populate: ["maker"] });
  if (!key) {
    await countAgainstLimit({ clientAddress }, "unknown-api-key");
    throw keyError("This API key is not known here.");
  }
  await countAgainstLimit({ clientAddress }, "api-key", String(key.id));
  if (key.revokedAt) throw keyError("This API key was revoked.");
  if (key.expiresAt <= now) throw keyError("This API key has expired.");
  if (!key.maker?.isActive) throw keyError("This API key opens nothing any more: its maker has no account.");
  const { id, role, name, email } = key.maker;
  const maker: Actor = { kind: "user", id, role, name, email, sessionId: NO_SESSION };
  const required = await requiredActionOf(em, await cachedSettings(em), maker);
  // Who has a passkey has what is asked; by which way they sign in is no matter of the key.
  if (required && required !== "passkey") {
    throw keyError("This API key opens nothing until its maker has what the shop asks of its staff.");
  }
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > USED_INTERVAL_MS) {
    await em.nativeUpdate(ApiKey, { id: key.id }, { lastUsedAt: now });
  }
  const permissions = permissionsLeft(key.permissions, key.maker);
  return { kind: "api-key", id: key.id, name: key.name, permissions };
}

/** What is left of what was chosen, now that its maker may be suspended, erased or in another role. */
export function permissionsLeft(
  granted: readonly Capability[],
  maker: Pick<User, "isActive" | "role"> | null,
): Capability[] {
  return maker?.isActive ? granted.filter((permission) => allows(maker.role, permission)) : [];
}

function keyError(message: string): ShopError {
  return new ShopError("unauthenticated", message);
}

/** What follows `Bearer` in an Authorization header (RFC 6750); null without one. Other schemes are not ours. */
export function bearerTokenIn(authorization: string | null): string | null {
  const match = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? "");
  return match && (match[1] ?? "");
}
