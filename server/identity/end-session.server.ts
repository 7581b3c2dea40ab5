import { Session } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { sessionCookie } from "#server/http/cookies.server.ts";

/** Signs out: the session's row is gone, so that a copied cookie opens nothing. Returns the `Set-Cookie` value. */
export async function signOut(context: Context): Promise<string> {
  if (context.actor.kind === "user") {
    await context.em.nativeDelete(Session, { id: context.actor.sessionId });
  }
  return (await sessionCookie(context.em)).serialize("", { maxAge: 0 });
}
