import { redirect } from "@remix-run/node";
import { cartCookie } from "#server/http/cookies.server.ts";
import { noticeHeader } from "#server/http/notice.server.ts";
import { page } from "#server/http/page.server.ts";
import { signOut } from "#server/identity/end-session.server.ts";

/** Signing out is a write: a link or a prefetch that opens this address changes nothing. */
export const loader = page(async () => redirect("/"));

export const action = page(async ({ context }) => {
  const headers = new Headers({ "Set-Cookie": await signOut(context) });
  headers.append("Set-Cookie", await noticeHeader({ kind: "success", title: "Logged Out" }));
  // The cart stays the user's and comes back at the next sign-in; whoever uses this browser next must not see it.
  headers.append("Set-Cookie", await (await cartCookie(context.em)).serialize("", { maxAge: 0 }));
  return redirect("/", { status: 303, headers });
});
