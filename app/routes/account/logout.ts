import { redirect } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { answerOr } from "#app/lib/failure-message.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { page } from "#server/http/page.server.ts";
import { CLEAR_SITE_DATA, signOut } from "#server/identity/sessions/sessions.server.ts";

/** Signing out is a write: a link or a prefetch that opens this address changes nothing. */
export const loader = page(async () => redirect("/"));

export const action = page(async ({ context }) => {
  const headers = new Headers({
    "Set-Cookie": await noticeHeader({ kind: "success", title: "Logged Out" }),
    "Clear-Site-Data": CLEAR_SITE_DATA,
  });
  for (const cookie of await signOut(context)) headers.append("Set-Cookie", cookie);
  return redirect("/", { status: 303, headers });
});

/**
 * Without an answer the person stays where they are, signed in, and is told so: its forms are sent with
 * `navigate={false}`.
 */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  answerOr(serverAction<typeof action>(), () => {
    showToast({ kind: "error", title: "Logout Failed", description: "Please try again." });
    return null;
  });
