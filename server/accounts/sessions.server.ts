import { createHash, randomBytes } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Session, type User } from "#db/entities/index.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { isStaff, type Role, roles } from "#server/core/roles.ts";
import { condition, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { cartCookie, SESSION_COOKIE_SECONDS, sessionCookie } from "#server/http/cookies.server.ts";
import { requireUser } from "./user-views.server.ts";

/** Most specific first: Edge and Opera also call themselves Chrome, Chrome calls itself Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** "Chrome on Windows": how a person recognises a device. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** The cookie's value: 256 random bits. */
export function makeSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database stores: a leaked table opens no session. */
export function hashSessionToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Most devices of one person. A new one signs out the one unseen for longest. */
const MOST_SESSIONS = 20;

/** Staff sign in again after this time, even when active: from one Monday to the next. In milliseconds. */
const STAFF_SESSION_MS = 7 * 24 * 60 * 60 * 1000;

export interface SignedIn {
  actor: Extract<Actor, { kind: "user" }>;
  /** The `Set-Cookie` value that carries the new session. */
  cookieHeader: string;
}

/**
 * Starts a new session for a person who has proven their identity. The browser's earlier session ends, so that nobody
 * can plant a cookie that becomes a victim's session. `request` only names the device, `byPasskey` the passkey.
 * @throws ShopError `unauthenticated` when the proof was changed or revoked meanwhile
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
    // Plain SQL, so that it does not conflict with staff who are editing this user.
    await em.execute("update user_account set signed_in_at = ? where id = ? and signed_in_at is null", [
      now,
      user.id,
    ]);
    return made;
  });
  const { id, role, name, email, tradeList = null } = user;
  log("info", "signed in", { userId: id, role, requestId: context.requestId });
  return {
    actor: { kind: "user", id, role, name, email, tradeList, sessionId: session.id },
    cookieHeader: await (await sessionCookie(context.em)).serialize(token),
  };
}

/**
 * Locks the account and checks that the password or passkey still opens it. An owner who takes an account back ends
 * its sessions, and one that is about to start must not survive that.
 */
async function requireSameAccount(
  em: EntityManager,
  user: User,
  passkeyId: number | undefined,
): Promise<void> {
  const isSame =
    passkeyId === undefined
      ? condition`password_hash = ${user.passwordHash ?? ""}`
      : condition`exists (select from passkey where id = ${passkeyId} and user_id = user_account.id)`;
  const same = await typedSql(em)
    .selectFrom("user_account")
    .where("id", "=", user.id)
    .where("is_active", "=", true)
    .where(isSame)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  if (!same) throw new ShopError("unauthenticated", "Please sign in again.");
}

/** Clears what the browser stored of private pages, too (over https). Its cookies are expired one by one. */
export const CLEAR_SITE_DATA = '"cache"';

/**
 * Signs out: deletes the session's row, so that a copied cookie opens nothing. Returns the `Set-Cookie` values. The
 * cart stays the user's and returns at the next sign-in, because the next user of this browser must not see it.
 */
export async function signOut(context: Context): Promise<string[]> {
  if (context.actor.kind === "user") {
    await context.em.nativeDelete(Session, { id: context.actor.sessionId });
  }
  const cookies = [await sessionCookie(context.em), await cartCookie(context.em)];
  return Promise.all(cookies.map((cookie) => cookie.serialize("", { maxAge: 0 })));
}

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

const MOST_SHOWN = 50;

/**
 * The signed-in person's devices, this one first, then by last use. @throws ShopError `unauthenticated`
 */
export async function listSessions(context: Context) {
  const actor = requireUser(context);
  const sessions = await context.em.find(
    Session,
    { user: actor.id, expiresAt: { $gt: context.clock.now() } },
    { orderBy: { lastSeenAt: "desc" }, limit: MOST_SHOWN },
  );
  return sessions
    .map((session) => ({
      id: session.id,
      /** Such as "Chrome on Windows". */
      device: deviceName(session.userAgent),
      /** The network address of its sign-in. */
      address: session.address,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.id === actor.sessionId,
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** A signed-in device as its owner sees it. */
export type SessionView = Awaited<ReturnType<typeof listSessions>>[number];

/** How stale `lastSeenAt` may be before a request writes it again: at most one write a minute per device. */
const SEEN_INTERVAL_MS = 60_000;

/** Staff sign in again after this long away: from the end of a day to the next morning. */
export const STAFF_IDLE_MS = 12 * 60 * 60 * 1000;

const sessionSchema = z.object({
  session_id: z.string(),
  seen_lately: z.boolean(),
  id: z.number(),
  role: z.enum(roles),
  name: z.string(),
  email: z.string(),
  trade_list_code: z.string().nullable(),
});

/** Of `user_session session` and its `person`: it still opens the shop at a moment, and staff's was used lately. */
const IS_OPEN = `session.expires_at > ? and person.is_active
  and (person.role = 'customer' or session.last_seen_at > ?)`;

const ownerSchema = z.object({ id: z.string(), role: z.enum(roles) });

/** Those of these sessions that are still open, with the roles of their owners. This is no use of them. */
export async function rolesOfSessions(
  em: EntityManager,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Role>> {
  const rows = await rawRows(
    em,
    ownerSchema,
    `select session.id, person.role from user_session session join user_account person on person.id = session.user_id
     where session.id = any (?::uuid[]) and ${IS_OPEN}`,
    [`{${sessionIds.join(",")}}`, now, new Date(now.getTime() - STAFF_IDLE_MS)],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/**
 * The owner of a session token: a visitor when the token is unknown or expired, unused for too long by staff, or its
 * user is suspended.
 */
export async function findSessionActor(em: EntityManager, token: string | null, now: Date): Promise<Actor> {
  if (!token) return { kind: "visitor" };
  // A plain row: every page of a signed-in person reads it, and entities cost more than the query.
  const [row] = await rawRows(
    em,
    sessionSchema,
    `select session.id as session_id, session.last_seen_at >= ? as seen_lately, person.id, person.role, person.name,
       person.email, person.trade_list_code
     from user_session session join user_account person on person.id = session.user_id
     where session.token_hash = ? and ${IS_OPEN}`,
    [
      new Date(now.getTime() - SEEN_INTERVAL_MS),
      hashSessionToken(token),
      now,
      new Date(now.getTime() - STAFF_IDLE_MS),
    ],
  );
  if (!row) return { kind: "visitor" };
  const { session_id: sessionId, seen_lately: seenLately, trade_list_code: tradeList, ...person } = row;
  if (!seenLately) await em.nativeUpdate(Session, { id: sessionId }, { lastSeenAt: now });
  return { kind: "user", ...person, tradeList, sessionId };
}
