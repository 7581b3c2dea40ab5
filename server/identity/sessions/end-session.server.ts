import { Session } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { cartCookie, sessionCookie } from "#server/http/cookies.server.ts";

/** What the browser kept of private pages goes as well (over https). Its cookies are ended one by one. */
export const CLEAR_SITE_DATA = '"cache"';

/**
 * Signs out: the session's row is gone, so that a copied cookie opens nothing. Returns the `Set-Cookie` values. The
 * cart stays the user's and comes back at the next sign-in; whoever uses this browser next must not see it.
 */
export async function signOut(context: Context): Promise<string[]> {
  if (context.actor.kind === "user") {
    await context.em.nativeDelete(Session, { id: context.actor.sessionId });
  }
  const cookies = [await sessionCookie(context.em), await cartCookie(context.em)];
  return Promise.all(cookies.map((cookie) => cookie.serialize("", { maxAge: 0 })));
}
