import type { EntityManager } from "@mikro-orm/postgresql";
import { ApiKey, Session } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";

interface EndedAccess {
  /** The session that stays: of the device on which the person changes something themselves. */
  keptSession?: string;
}

/**
 * Ends what an account was opened with before: its sessions, and the API keys that its owner made, which would outlast
 * a stolen password or a role otherwise. Runs in the caller's transaction. Returns how many keys ended.
 */
export async function endAccess(
  context: Context,
  em: EntityManager,
  userId: number,
  { keptSession }: EndedAccess = {},
): Promise<number> {
  await em.nativeDelete(Session, {
    user: userId,
    ...(keptSession === undefined ? {} : { id: { $ne: keptSession } }),
  });
  const now = context.clock.now();
  const keys = await em.find(ApiKey, { maker: userId, revokedAt: null, expiresAt: { $gt: now } });
  for (const key of keys) {
    key.revokedAt = now;
    await em.flush();
    await recordChange(em, context, {
      area: "api-keys",
      action: "revoked",
      subjectId: key.id,
      subjectName: key.name,
      before: { revoked: false },
      after: { revoked: true },
    });
  }
  return keys.length;
}
