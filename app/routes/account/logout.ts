import { redirect } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { responseOr } from "#app/lib/forms/failure-message.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { CLEAR_SITE_DATA, signOut } from "#server/accounts/sessions.server.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { page } from "#server/process/page.server.ts";

/** Signing out is a write: a link or a prefetch of this address changes nothing. */
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
 * Without a response the person stays signed in on the same page, and is told so: these forms use `navigate={false}`.
 */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseOr(serverAction<typeof action>(), () => {
    showToast({ kind: "error", title: "Logout Failed", description: "Please try again." });
    return null;
  });
