import { ShopError } from "#server/core/errors.ts";
import { currentUser } from "#server/identity/account/user-views.server.ts";
import { signOut } from "#server/identity/sessions/sessions.server.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { messageSchema, restUser, userSchema } from "#server/rest/rest-shapes.ts";

export const getCurrentUser = defineEndpoint({
  method: "GET",
  path: "/api/auth/user",
  summary: "The signed-in user",
  permission: "signed-in",
  responses: { 200: { description: "The user", schema: userSchema } },
  answer: async ({ context }) => {
    const user = await currentUser(context);
    if (!user) throw new ShopError("unauthenticated", "Please sign in to continue.");
    return reply(200, restUser(user));
  },
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
