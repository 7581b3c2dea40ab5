import { ApiKey, Session, User } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { seedDemo } from "#db/seed/seed.ts";
import { findSessionActor, hashSessionToken, makeSessionToken } from "#server/accounts/sessions.server.ts";
import { hashApiKey, makeApiKeySecret } from "#server/api-keys/api-key-secret.server.ts";
import type { Context } from "#server/core/context.ts";
import type { Capability } from "#server/core/roles.ts";
import { sessionCookie } from "#server/http/cookies.server.ts";
import { asUser, makeUser, testContext } from "#server/testing/factories.ts";

/** The administrator's, asked for where they give somebody power. */
export const STAFF_PASSWORD = "staff password of tests";

/** A user, and an administrator whose context is `staff`. */
export async function userAndStaff(input: Parameters<typeof makeUser>[1] = {}) {
  const context = await testContext();
  const administrator = await makeUser(context, { role: "administrator", password: STAFF_PASSWORD });
  const user = await makeUser(context, input);
  return { context, administrator, staff: asUser(context, administrator), user };
}

/** A user as the database has them now, password hash included. */
export function storedUser(context: Context, id: number): Promise<User> {
  return context.em.fork().findOneOrFail(User, id, { populate: ["passwordHash"] });
}

let made = 0;

/** What the Add User dialog sends, each time of somebody else. */
export function newUser(changes: object = {}) {
  made += 1;
  return {
    name: "Nell New",
    email: `nell-${made}@new.example`,
    username: `nell-${made}`,
    password: "secret",
    role: "customer" as const,
    ...changes,
  };
}

/** Fills a database as the first start of a demo shop does; returns its administrator's context. */
export async function openDemoShop(context: Context): Promise<Context> {
  await context.em.transactional((em) => seedDemo(em));
  return asUser(context, await context.em.fork().findOneOrFail(User, { username: "admin" }));
}

interface KeyInput extends Partial<Pick<ApiKey, "name" | "expiresAt" | "revokedAt">> {
  permissions: readonly Capability[];
  /** An administrator of its own unless given. */
  makerId?: number;
}

let keysMade = 0;

/** A key as an administrator would make it, and the headers with which a script shows it. */
export async function makeApiKey({ permissions, makerId, expiresAt, revokedAt, name }: KeyInput) {
  keysMade += 1;
  const maker = makerId ?? (await makeUser(await testContext(), { role: "administrator" })).id;
  const { token, beginning } = makeApiKeySecret();
  const em = getOrm().em.fork();
  const key = em.create(ApiKey, {
    name: name ?? `Script ${keysMade}`,
    tokenHash: hashApiKey(token),
    beginning,
    permissions: [...permissions],
    maker,
    createdAt: new Date(),
    expiresAt: expiresAt ?? new Date(Date.now() + 3_600_000),
    revokedAt: revokedAt ?? null,
  });
  await em.flush();
  return { id: key.id, name: key.name, token, headers: { Authorization: `Bearer ${token}` } };
}

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
  const { id, token } = await makeSession(user.id, context.clock.now(), userAgent);
  const own = asUser(context, user);
  return {
    context: own.actor.kind === "user" ? { ...own, actor: { ...own.actor, sessionId: id } } : own,
    sessionId: id,
    isSignedIn: async () => {
      const actor = await findSessionActor(getOrm().em.fork(), token, context.clock.now());
      return actor.kind === "user";
    },
  };
}

async function makeSession(
  user: number,
  now: Date,
  userAgent?: string,
): Promise<{ id: string; token: string }> {
  const em = getOrm().em.fork();
  const token = makeSessionToken();
  const session = em.create(Session, {
    tokenHash: hashSessionToken(token),
    user,
    ...(userAgent === undefined ? {} : { userAgent, address: "192.0.2.1" }),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  await em.flush();
  return { id: session.id, token };
}

/** The `Cookie` header of a user, signed in. */
export async function cookieOfUser(userId: number): Promise<string> {
  const { token } = await makeSession(userId, new Date());
  return cookieOf(await (await sessionCookie(getOrm().em.fork())).serialize(token));
}

/** What a browser sends back for a `Set-Cookie` value. */
export function cookieOf(setCookie: string): string {
  return setCookie.split(";", 1)[0] ?? "";
}
