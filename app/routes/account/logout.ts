import { redirect } from "@remix-run/node";
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
