import type { EntityManager } from "@mikro-orm/postgresql";
import { Session } from "#db/entities/index.ts";
import type { Role } from "#server/access/roles.ts";
import type { Actor } from "#server/core/context.ts";
import { hashSessionToken } from "./session-token.server.ts";

/** How stale `lastSeenAt` may be before a request writes it again: at most one write a minute per device. */
const SEEN_INTERVAL_MS = 60_000;

/** Staff who were away for so long sign in again: from the end of a day to the next morning. */
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;

interface SessionRow {
  session_id: string;
  seen_lately: boolean;
  id: number;
  role: Role;
  name: string;
  email: string;
}

/**
 * Who a session token belongs to: a visitor when it is unknown, has expired, was not used for long by staff, or its
 * user is suspended.
 */
export async function findSessionActor(em: EntityManager, token: string | null, now: Date): Promise<Actor> {
  if (!token) return { kind: "visitor" };
  // A plain row: every page of a signed-in person asks, and entities cost more than the query.
  const [row] = await em.execute<SessionRow[]>(
    `select session.id as session_id, session.last_seen_at >= ? as seen_lately, person.id, person.role, person.name,
       person.email
     from user_session session join user_account person on person.id = session.user_id
     where session.token_hash = ? and session.expires_at > ? and person.is_active
       and (person.role = 'customer' or session.last_seen_at > ?)`,
    [
      new Date(now.getTime() - SEEN_INTERVAL_MS),
      hashSessionToken(token),
      now,
      new Date(now.getTime() - STAFF_IDLE_MS),
    ],
  );
  if (!row) return { kind: "visitor" };
  const { session_id: sessionId, seen_lately: seenLately, ...person } = row;
  if (!seenLately) await em.nativeUpdate(Session, { id: sessionId }, { lastSeenAt: now });
  return { kind: "user", ...person, sessionId };
}
