import { Session } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { requireUser } from "../require-user.server.ts";
import { deviceName } from "./device-name.ts";

/** A signed-in device as its owner sees it. */
export interface SessionView {
  id: string;
  /** Such as "Chrome on Windows". */
  device: string;
  /** The network address it signed in from. */
  address: string;
  /** ISO date and time, as is `lastSeenAt`. */
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

const MOST_SHOWN = 50;

/**
 * The signed-in person's devices, this one first, then the one seen last.
 * @throws ShopError `unauthenticated`
 */
export async function listSessions(context: Context): Promise<SessionView[]> {
  const actor = requireUser(context);
  const sessions = await context.em.find(
    Session,
    { user: actor.id, expiresAt: { $gt: context.clock.now() } },
    { orderBy: { lastSeenAt: "desc" }, limit: MOST_SHOWN },
  );
  return sessions
    .map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      address: session.address,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.id === actor.sessionId,
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}
