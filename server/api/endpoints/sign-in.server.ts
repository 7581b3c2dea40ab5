import { z } from "zod";
import { customerSignInSchema, signInCode, staffSignInSchema } from "#server/accounts/account.schema.ts";
import { signOut } from "#server/accounts/sessions.server.ts";
import { signIn } from "#server/accounts/sign-in.server.ts";
import { currentUser } from "#server/accounts/user-views.server.ts";
import { defineEndpoint, reply } from "#server/api/endpoint.ts";
import { messageSchema, restUser, userSchema } from "#server/api/rest-shapes.ts";
import { userExample } from "#server/api/shape-examples.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";

const SIGNED_IN = "Login successful";

const signedInSchema = messageSchema(SIGNED_IN)
  .extend({ user: userSchema })
  .meta({ examples: [{ message: SIGNED_IN, user: userExample }] });

async function answerSignIn(context: Context, request: Request, credentials: Parameters<typeof signIn>[2]) {
  const { actor, cookieHeader } = await signIn(context, request, credentials);
  const user = await currentUser({ ...context, actor });
  if (!user) throw new ShopError("unauthenticated", "Please sign in to continue.");
  return reply(200, { message: SIGNED_IN, user: restUser(user) }, { "Set-Cookie": cookieHeader });
}

export const postLogin = defineEndpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Signs a customer in by username or email; the answer sets the session cookie",
  permission: "public",
  setsCookie: true,
  body: z
    .strictObject({ ...customerSignInSchema.shape, code: signInCode })
    .meta({ examples: [{ username: "customer", password: "biochar-demo" }] }),
  responses: { 200: { description: "Signed in", schema: signedInSchema } },
  errorCodes: ["unauthenticated", "two_factor_required", "forbidden", "rate_limited"],
  answer: ({ context, request, body }) => answerSignIn(context, request, { audience: "customer", ...body }),
});

export const postAdminLogin = defineEndpoint({
  method: "POST",
  path: "/api/admin/login",
  summary: "Signs staff in with email and password; the answer sets the session cookie",
  permission: "public",
  setsCookie: true,
  body: z
    .strictObject({ ...staffSignInSchema.shape, code: signInCode })
    .meta({ examples: [{ email: "admin@example.com", password: "biochar-demo" }] }),
  responses: {
    200: { description: "Signed in", schema: signedInSchema },
  },
  errorCodes: ["unauthenticated", "two_factor_required", "forbidden", "rate_limited"],
  answer: ({ context, request, body }) => answerSignIn(context, request, { audience: "staff", ...body }),
});

/** Harmless when nobody is signed in, so that a script need not ask first. */
export const postLogout = defineEndpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "Ends the session",
  permission: "public",
  setsCookie: true,
  responses: { 200: { description: "Signed out", schema: messageSchema("Logged Out") } },
  answer: async ({ context }) => ({
    ...reply(200, { message: "Logged Out" }),
    cookies: await signOut(context),
  }),
});
