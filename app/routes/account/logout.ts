import { redirect } from "@remix-run/node";
import { type ClientActionFunctionArgs, redirect as redirectInBrowser } from "@remix-run/react";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { noticeHeader } from "#server/http/notice.server.ts";
import { page } from "#server/http/page.server.ts";
import { signOut } from "#server/identity/end-session.server.ts";

/** Signing out is a write: a link or a prefetch that opens this address changes nothing. */
export const loader = page(async () => redirect("/"));

export const action = page(async ({ context }) => {
  const headers = new Headers({
    "Set-Cookie": await noticeHeader({ kind: "success", title: "Logged Out" }),
  });
  for (const cookie of await signOut(context)) headers.append("Set-Cookie", cookie);
  return redirect("/", { status: 303, headers });
});

/** Without an answer the person stays where they are, signed in, and is told so (spec section 8). */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    console.error(error);
    void showToast({ kind: "error", title: "Logout Failed", description: "Please try again." });
    return redirectInBrowser(`${window.location.pathname}${window.location.search}`);
  }
}
