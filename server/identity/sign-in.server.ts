import { Session, type User } from "#db/entities/index.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { SESSION_COOKIE_SECONDS, sessionCookie } from "#server/http/cookies.server.ts";
import { authenticatorFor } from "./authenticator.server.ts";
import { hashSessionToken, makeSessionToken } from "./session-token.server.ts";

type SignInInput =
  | { door: "customer"; username: string; password: string }
  | { door: "staff"; email: string; password: string };

export interface SignedIn {
  actor: Extract<Actor, { kind: "user" }>;
  /** The `Set-Cookie` value that carries the new session. */
  cookieHeader: string;
}

/**
 * Signs a person in with a new session; one that the browser had before is ended, so that a planted cookie never
 * becomes anybody's session. `request` only tells which device it is.
 * @throws ShopError `unauthenticated` (wrong password, unknown user, or not staff at the staff's door),
 * `forbidden` (suspended), `rate_limited`.
 */
export async function signIn(context: Context, request: Request, input: SignInInput): Promise<SignedIn> {
  const user = await authenticatorFor(context).authenticate(input.door, credentialsRequest(request, input));
  const token = makeSessionToken();
  const session = await startSession(context, user, token, request.headers.get("user-agent") ?? "");
  const { id, role, name, email } = user;
  return {
    actor: { kind: "user", id, role, name, email, sessionId: session.id },
    cookieHeader: await (await sessionCookie(context.em)).serialize(token),
  };
}

/** remix-auth's strategies read a form; pages and REST have parsed theirs already, so they get one made anew. */
function credentialsRequest(request: Request, { door: _door, ...credentials }: SignInInput): Request {
  return new Request(request.url, { method: "POST", body: new URLSearchParams(credentials) });
}

function startSession(context: Context, user: User, token: string, userAgent: string): Promise<Session> {
  const now = context.clock.now();
  return context.em.transactional(async (em) => {
    await em.nativeDelete(Session, { user: user.id, expiresAt: { $lte: now } });
    if (context.actor.kind === "user") await em.nativeDelete(Session, { id: context.actor.sessionId });
    const session = em.create(Session, {
      tokenHash: hashSessionToken(token),
      user: user.id,
      userAgent: userAgent.slice(0, 300),
      address: context.clientAddress.slice(0, 64),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_COOKIE_SECONDS * 1000),
    });
    await em.flush();
    return session;
  });
}
