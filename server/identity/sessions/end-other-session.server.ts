import { z } from "zod";
import { Session } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { requireUser } from "../require-user.server.ts";

/**
 * Signs one of the person's other devices out.
 * @throws ShopError `unauthenticated`; `not_found`, also for somebody else's session.
 */
export async function endOtherSession(context: Context, sessionId: string): Promise<void> {
  const actor = requireUser(context);
  const ended =
    z.uuid().safeParse(sessionId).success && sessionId !== actor.sessionId
      ? await context.em.nativeDelete(Session, { id: sessionId, user: actor.id })
      : 0;
  if (ended === 0) throw new ShopError("not_found", "That device is not signed in any more.");
}

/**
 * Signs all of the person's other devices out; returns how many there were.
 * @throws ShopError `unauthenticated`
 */
export async function endOtherSessions(context: Context): Promise<number> {
  const actor = requireUser(context);
  return context.em.nativeDelete(Session, { user: actor.id, id: { $ne: actor.sessionId } });
}
