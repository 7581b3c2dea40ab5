import { redirect } from "@remix-run/node";
import { customerSignInSchema } from "#server/accounts/account.schema.ts";
import { CodeRequired, signInErrors } from "#server/accounts/audience.ts";
import { holdSignIn, signIn } from "#server/accounts/sign-in.server.ts";
import { mergeCarts } from "#server/cart/change-cart.server.ts";
import { cartCookieHeader, cartIdFrom } from "#server/cart/read-cart.server.ts";
import type { Context } from "#server/core/context.ts";
import { localPath } from "#server/http/same-origin.ts";
import { answerForm, goOn } from "../answer-form.server.ts";

/**
 * Signs a customer in, merges the browser's cart, and redirects within this shop; to the page for the code first,
 * where the account has a second factor.
 */
export function signInCustomer(
  context: Context,
  request: Request,
  form: FormData,
  { next, fallback }: { next: string | null; fallback: string },
) {
  const asked = { form, schema: customerSignInSchema, hideFields: ["password"] };
  return answerForm({ ...asked, failed: signInErrors.customer.title }, async (credentials) => {
    try {
      const carried = await cartIdFrom(context, request);
      const { actor, cookieHeader } = await signIn(context, request, {
        audience: "customer",
        ...credentials,
      });
      const cookies = [cookieHeader, await mergedCart(context, carried, actor.id)];
      return await goOn(localPath(next, fallback), { title: "Login successful" }, cookies);
    } catch (error) {
      if (error instanceof CodeRequired) return redirectToCode(context, error, next);
      throw error;
    }
  });
}

/** The cart that a browser had before somebody signed in becomes part of theirs; another person's cookie goes. */
export async function mergedCart(context: Context, carried: CartId, userId: number): Promise<string> {
  return cartCookieHeader(context, await mergeCarts(context, carried, userId));
}

type CartId = Awaited<ReturnType<typeof cartIdFrom>>;

/** Redirects from a sign-in screen, after a correct password, to the page for the code. */
export async function redirectToCode(context: Context, required: CodeRequired, next: string | null) {
  const query = next === null ? "" : `?next=${encodeURIComponent(next)}`;
  const headers = { "Set-Cookie": await holdSignIn(context, required) };
  return redirect(`/login/code${query}`, { status: 303, headers });
}
