import { z } from "zod";
import {
  changePasswordSchema,
  forgotPasswordSchema,
  profileChangesSchema,
  registrationSchema,
  resetPasswordSchema,
  verificationSchema,
} from "#server/accounts/account.schema.ts";
import { exportMyData } from "#server/accounts/export-my-data.server.ts";
import { readResearchReport, updateProfile } from "#server/accounts/own-profile.server.ts";
import { register } from "#server/accounts/register.server.ts";
import { changePassword, requestPasswordReset, resetPassword } from "#server/accounts/set-password.server.ts";
import { currentUser } from "#server/accounts/user-views.server.ts";
import { verifyEmail } from "#server/accounts/verify-email.server.ts";
import { defineEndpoint, listReply, pagingFields, reply } from "#server/api/endpoint.ts";
import { messageSchema, orderSchema, restOrder, restUser, userSchema } from "#server/api/rest-shapes.ts";
import { userExample } from "#server/api/shape-examples.ts";
import { ShopError } from "#server/core/errors.ts";
import { listOwnOrders } from "#server/orders/own-orders.server.ts";
import { postLogin, postLogout } from "./sign-in.server.ts";

const getCurrentUser = defineEndpoint({
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

/** The same text for every address, and true of each: strangers do not learn who shops here. */
const REGISTERED = "Account Created! Check Your Email: it says how to go on.";

const postRegister = defineEndpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Opens an account and mails its verification link; answers alike when the address has an account",
  permission: "public",
  repeating: "with-effect",
  body: registrationSchema.strict().meta({
    examples: [
      {
        email: "gwen.guest@example.com",
        name: "Gwen Guest",
        username: "gwen",
        password: "a long enough password",
        emailOptIn: false,
      },
    ],
  }),
  responses: {
    201: {
      description:
        "Registered; a mail is on its way. For an address with an account or orders it says how to get in, and the username and password of this call are not used",
      schema: messageSchema(REGISTERED),
    },
  },
  errorCodes: ["forbidden", "conflict", "rate_limited"],
  answer: async ({ context, body }) => {
    await register(context, body);
    return reply(201, { message: REGISTERED });
  },
});

const UPDATED = "Profile Updated";

const patchProfile = defineEndpoint({
  method: "PATCH",
  path: "/api/auth/profile",
  summary: "Changes the named fields of one's profile; a new email waits until it is confirmed",
  permission: "signed-in",
  body: profileChangesSchema.strict().meta({
    examples: [
      {
        name: "Gwen Guest",
        city: "Ludlow",
        landSize: 2.5,
        emailOptIn: true,
        preferredContactMethod: null,
      },
    ],
  }),
  responses: {
    200: {
      description: "Changed",
      schema: messageSchema(UPDATED)
        .extend({
          user: userSchema,
          pendingEmail: z
            .string()
            .nullable()
            .meta({ description: "The address that waits for its confirmation." }),
        })
        .meta({ examples: [{ message: UPDATED, user: userExample, pendingEmail: "gwen.new@example.com" }] }),
    },
  },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    const { pendingEmail } = await updateProfile(context, body);
    const user = await currentUser({ ...context, em: context.em.fork() });
    if (!user) throw new ShopError("unauthenticated", "Please sign in to continue.");
    return reply(200, { message: UPDATED, user: restUser(user), pendingEmail });
  },
});

const postChangePassword = defineEndpoint({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Changes one's password and signs the other devices out",
  permission: "signed-in",
  body: changePasswordSchema.strict().meta({
    examples: [
      {
        currentPassword: "a long enough password",
        newPassword: "an even longer password",
        confirmPassword: "an even longer password",
      },
    ],
  }),
  responses: { 200: { description: "Changed", schema: messageSchema("Password Changed") } },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    await changePassword(context, body);
    return reply(200, { message: "Password Changed" });
  },
});

const postForgotPassword = defineEndpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Asks for a reset link; answers alike whether or not the address has an account",
  permission: "public",
  body: forgotPasswordSchema.strict().meta({ examples: [{ email: "gwen.guest@example.com" }] }),
  responses: {
    200: {
      description: "Asked for",
      schema: messageSchema("If this address has an account, a reset link is on its way."),
    },
  },
  errorCodes: ["rate_limited"],
  answer: async ({ context, body }) => {
    await requestPasswordReset(context, body);
    return reply(200, { message: "If this address has an account, a reset link is on its way." });
  },
});

const postResetPassword = defineEndpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Sets a new password with a mailed link's token, once",
  permission: "public",
  body: resetPasswordSchema
    .strict()
    .meta({ examples: [{ token: "Zb1w8M0Yy6nQkT4c", newPassword: "a long enough password" }] }),
  responses: {
    200: {
      description: "Set",
      schema: messageSchema("Your password was changed. You can sign in with it now."),
    },
  },
  answer: async ({ context, body }) => {
    await resetPassword(context, body);
    return reply(200, { message: "Your password was changed. You can sign in with it now." });
  },
});

const VERIFIED = "Your email address is verified.";

const getVerify = defineEndpoint({
  method: "GET",
  path: "/api/auth/verify",
  summary:
    "Verifies an address by its mailed link; the same link answers alike until it expires. Orders of the address, and a changed address, follow in a session of the account only",
  permission: "public",
  caching: "never",
  query: z.strictObject({
    email: verificationSchema.shape.email.meta({
      description: "The address that the link was mailed to.",
      examples: ["gwen.guest@example.com"],
    }),
    token: verificationSchema.shape.token.meta({
      description: "The link's token.",
      examples: ["Zb1w8M0Yy6nQkT4c"],
    }),
  }),
  responses: {
    200: {
      description: "Verified",
      schema: messageSchema(VERIFIED)
        .extend({ success: z.literal(true) })
        .meta({ examples: [{ message: VERIFIED, success: true }] }),
    },
  },
  answer: async ({ context, request, query }) => {
    const verified = { success: true as const, message: VERIFIED };
    // Some mail programs open a link before anybody follows it.
    if (request.method === "HEAD") return reply(200, verified);
    const { kind, isProven } = await verifyEmail(context, query);
    if (kind === "verified" || isProven) return reply(200, verified);
    return reply(200, {
      ...verified,
      message: "The link is good. Open it while signed in to use this address.",
    });
  },
});

const getOwnOrders = ownOrdersAt("/api/orders/user", "One's own orders, the newest first");
const getCustomerOrders = ownOrdersAt("/api/customer/orders", "The same, for the customer dashboard");

function ownOrdersAt(path: string, summary: string) {
  return defineEndpoint({
    method: "GET",
    path,
    summary,
    permission: "signed-in",
    query: z.strictObject(pagingFields),
    responses: { 200: { description: "Up to `limit` orders", schema: z.array(orderSchema) } },
    answer: async ({ context, request, query }) => {
      const batch = await listOwnOrders(context, query.limit + 1, query.cursor);
      return listReply(request, batch, query.limit, restOrder);
    },
  });
}

const getResearchReport = defineEndpoint({
  method: "GET",
  path: "/api/research/download",
  summary: "The research report, for people with a verified address and research access",
  permission: "signed-in",
  responses: {
    200: {
      description: "The file",
      contentType: "application/pdf",
      schema: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
    },
  },
  answer: async ({ context }) => {
    const { bytes, fileName } = await readResearchReport(context);
    return reply(200, bytes, attachment(fileName));
  },
});

const getMyData = defineEndpoint({
  method: "GET",
  path: "/api/account/export",
  summary: "Everything the shop holds about the signed-in person, as a file to keep",
  permission: "signed-in",
  caching: "never",
  attachment: true,
  responses: {
    200: {
      description: "The data",
      schema: z
        .looseObject({ exportedAt: z.string(), account: z.looseObject({}) })
        .meta({ examples: [{ exportedAt: "2026-03-02T12:05:00.000Z", account: { username: "gwen" } }] }),
    },
  },
  answer: async ({ context }) => {
    const exported = await exportMyData(context);
    const day = exported.exportedAt.slice(0, 10);
    return reply(200, exported, attachment(`my-data-${day}.json`));
  },
});

function attachment(fileName: string): Record<string, string> {
  return { "Content-Disposition": `attachment; filename="${fileName}"` };
}

/** The calls about anyone who makes them. */
export const accountEndpoints = [
  getCurrentUser,
  postRegister,
  postLogin,
  postLogout,
  patchProfile,
  postChangePassword,
  postForgotPassword,
  postResetPassword,
  getVerify,
  getOwnOrders,
  getCustomerOrders,
  getResearchReport,
  getMyData,
];
