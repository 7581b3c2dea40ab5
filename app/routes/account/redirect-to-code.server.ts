import { redirect } from "@remix-run/node";
import type { Context } from "#server/core/context.ts";
import type { CodeRequired } from "#server/identity/sessions/audience.ts";
import { holdSignIn } from "#server/identity/two-factor/pending-sign-in.server.ts";

/** Redirects from a sign-in screen, after a correct password, to the page for the code. */
export async function redirectToCode(context: Context, required: CodeRequired, next: string | null) {
  const query = next === null ? "" : `?next=${encodeURIComponent(next)}`;
  const headers = { "Set-Cookie": await holdSignIn(context, required) };
  return redirect(`/login/code${query}`, { status: 303, headers });
}
