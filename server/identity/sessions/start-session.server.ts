import type { EntityManager } from "@mikro-orm/postgresql";
import { Session, type User } from "#db/entities/index.ts";
import { isStaff } from "#server/access/roles.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { SESSION_COOKIE_SECONDS, sessionCookie } from "#server/http/cookies.server.ts";
import { hashSessionToken, makeSessionToken } from "./session-token.server.ts";

/** Devices of one person; the one unseen for longest is signed out for another. */
export const MOST_SESSIONS = 20;

/** Staff sign in again after so long, however busy they are: from one Monday to the next. In milliseconds. */
const STAFF_SESSION_MS = 7 * 24 * 60 * 60 * 1000;

export interface SignedIn {
  actor: Extract<Actor, { kind: "user" }>;
  /** The `Set-Cookie` value that carries the new session. */
  cookieHeader: string;
}

/**
 * Starts a new session for a person who has proven who they are; one that the browser had before is ended, so that a
 * planted cookie never becomes anybody's session. `request` only tells which device it is, `byPasskey` with which passkey
 * they came.
 * @throws ShopError `unauthenticated` when what they have proven was changed or taken away meanwhile
 */
export async function startSession(
  context: Context,
  request: Request,
  user: User,
  { byPasskey }: { byPasskey?: number } = {},
): Promise<SignedIn> {
  const now = context.clock.now();
  const token = makeSessionToken();
  const userAgent = request.headers.get("user-agent") ?? "";
  const session = await context.em.transactional(async (em) => {
    await requireSameAccount(em, user, byPasskey);
    await em.nativeDelete(Session, { user: user.id, expiresAt: { $lte: now } });
    if (context.actor.kind === "user") await em.nativeDelete(Session, { id: context.actor.sessionId });
    const made = em.create(Session, {
      tokenHash: hashSessionToken(token),
      user: user.id,
      userAgent: userAgent.slice(0, 300),
      address: context.clientAddress.slice(0, 64),
      byPasskey: byPasskey !== undefined,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(
        now.getTime() + (isStaff(user.role) ? STAFF_SESSION_MS : SESSION_COOKIE_SECONDS * 1000),
      ),
    });
    await em.flush();
    await em.execute(
      `delete from user_session where id in (
         select id from user_session where user_id = ? and id <> ? order by last_seen_at desc offset ?)`,
      [user.id, made.id, MOST_SESSIONS - 1],
    );
    // Plain SQL: staff who are editing this user meanwhile have nothing to fear for.
    await em.execute("update user_account set signed_in_at = ? where id = ? and signed_in_at is null", [
      now,
      user.id,
    ]);
    return made;
  });
  const { id, role, name, email } = user;
  log("info", "signed in", { userId: id, role, requestId: context.requestId });
  return {
    actor: { kind: "user", id, role, name, email, sessionId: session.id },
    cookieHeader: await (await sessionCookie(context.em)).serialize(token),
  };
}

/**
 * Locks the account, and looks whether password or passkey are still those that opened it: who takes an account back ends
 * its sessions, and one that is about to begin must not outlast that.
 */
async function requireSameAccount(
  em: EntityManager,
  user: User,
  passkeyId: number | undefined,
): Promise<void> {
  const [same] =
    passkeyId === undefined
      ? await em.execute<unknown[]>(
          "select 1 from user_account where id = ? and is_active and password_hash = ? for update",
          [user.id, user.passwordHash ?? ""],
        )
      : await em.execute<unknown[]>(
          `select 1 from user_account where id = ? and is_active
             and exists (select from passkey where id = ? and user_id = user_account.id) for update`,
          [user.id, passkeyId],
        );
  if (!same) throw new ShopError("unauthenticated", "Please sign in again.");
}
