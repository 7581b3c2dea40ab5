import { Session, type User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import type { Context } from "#server/core/context.ts";
import {
  findSessionActor,
  hashSessionToken,
  makeSessionToken,
} from "#server/identity/sessions/sessions.server.ts";

/** A device on which a user is signed in, with the context its requests have. */
export interface Device {
  context: Context;
  sessionId: string;
  /** Whether a request from the device still comes from the user. */
  isSignedIn(): Promise<boolean>;
}

export async function signInDevice(
  context: Context,
  user: User,
  userAgent = "Test Browser",
): Promise<Device> {
  const em = getOrm().em.fork();
  const token = makeSessionToken();
  const now = context.clock.now();
  const session = em.create(Session, {
    tokenHash: hashSessionToken(token),
    user: user.id,
    userAgent,
    address: "192.0.2.1",
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  await em.flush();
  const { id, role, name, email, tradeList = null } = user;
  return {
    context: {
      ...context,
      em: em.fork(),
      actor: { kind: "user", id, role, name, email, tradeList, sessionId: session.id },
    },
    sessionId: session.id,
    isSignedIn: async () => {
      const actor = await findSessionActor(getOrm().em.fork(), token, context.clock.now());
      return actor.kind === "user";
    },
  };
}
