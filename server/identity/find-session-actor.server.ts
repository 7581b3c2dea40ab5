import type { EntityManager } from "@mikro-orm/postgresql";
import { Session } from "#db/entities/index.ts";
import type { Actor } from "#server/core/context.ts";
import { hashSessionToken } from "./session-token.server.ts";

/** How stale `lastSeenAt` may be before a request writes it again: at most one write a minute per device. */
const SEEN_INTERVAL_MS = 60_000;

/** Who a session token belongs to: a visitor when it is unknown, has expired, or its user is suspended. */
export async function findSessionActor(em: EntityManager, token: string | null, now: Date): Promise<Actor> {
  if (!token) return { kind: "visitor" };
  const session = await em.findOne(Session, { tokenHash: hashSessionToken(token) }, { populate: ["user"] });
  if (!session || session.expiresAt <= now || !session.user.isActive) return { kind: "visitor" };
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_INTERVAL_MS) {
    await em.nativeUpdate(Session, { id: session.id }, { lastSeenAt: now });
  }
  const { id, role, name, email } = session.user;
  return { kind: "user", id, role, name, email, sessionId: session.id };
}
