import { redirect } from "@remix-run/node";
import { mergeCarts } from "#server/cart/change-cart.server.ts";
import { cartCookieHeader, cartIdFrom } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { noticeHeader } from "#server/http/cookies.server.ts";
import { localPath } from "#server/http/same-origin.ts";
import { CodeRequired } from "#server/identity/sessions/audience.ts";
import { signIn } from "#server/identity/sessions/sign-in.server.ts";
import { holdSignIn } from "#server/identity/two-factor/pending-sign-in.server.ts";

/**
 * Signs a customer in, merges the browser's cart, and redirects within this shop; to the page for the code first,
 * where the account has a second factor. @throws ShopError what `signIn` throws, except for the code
 */
export async function signInCustomer(
  context: Context,
  request: Request,
  credentials: { username: string; password: string },
  { next, fallback }: { next: string | null; fallback: string },
): Promise<Response> {
  try {
    const carried = await cartIdFrom(context, request);
    const { actor, cookieHeader } = await signIn(context, request, { audience: "customer", ...credentials });
    const cartId = await mergeCarts(context, carried, actor.id);
    const headers = new Headers({ "Set-Cookie": cookieHeader });
    headers.append("Set-Cookie", await noticeHeader({ kind: "success", title: "Login successful" }));
    if (cartId) headers.append("Set-Cookie", await cartCookieHeader(context, cartId));
    return redirect(localPath(next, fallback), { status: 303, headers });
  } catch (error) {
    if (error instanceof CodeRequired) return redirectToCode(context, error, next);
    throw error;
  }
}

/** Redirects from a sign-in screen, after a correct password, to the page for the code. */
export async function redirectToCode(context: Context, required: CodeRequired, next: string | null) {
  const query = next === null ? "" : `?next=${encodeURIComponent(next)}`;
  const headers = { "Set-Cookie": await holdSignIn(context, required) };
  return redirect(`/login/code${query}`, { status: 303, headers });
}
