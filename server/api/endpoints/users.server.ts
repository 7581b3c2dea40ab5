import { z } from "zod";
import { eraseAccount } from "#server/accounts/erase-account.server.ts";
import { defineEndpoint, idParams, listReply, pagingFields, reply } from "#server/api/endpoint.ts";
import { messageSchema, restStaffUser, staffUserSchema } from "#server/api/rest-shapes.ts";
import { userEditExample } from "#server/api/shape-examples.ts";
import { createUser, editUser } from "#server/customers/edit-user.server.ts";
import { findUser, listUsers } from "#server/customers/list-users.server.ts";
import { sendUserPasswordReset, setUserStatus, verifyUser } from "#server/customers/user-actions.server.ts";
import { userCreateSchema, userEditSchema } from "#server/customers/users.schema.ts";
import { userFilters } from "#server/customers/users-query.ts";

const userParams = idParams("The user's id.", 12);
const theUser = { 200: { description: "The user", schema: staffUserSchema } };
const done = (message: string) => ({ 200: { description: "Done", schema: messageSchema(message) } });

const getAdminUsers = defineEndpoint({
  method: "GET",
  path: "/api/admin/users",
  summary: "All users, the newest first",
  reads: listUsers,
  query: z.strictObject({ ...pagingFields, ...userFilters }),
  responses: { 200: { description: "Up to `limit` users", schema: z.array(staffUserSchema) } },
  answer: async ({ context, request, query: { limit, cursor, ...filters } }) => {
    const batch = await listUsers(context, { ...filters, after: cursor }, limit + 1);
    return listReply(request, batch, limit, restStaffUser);
  },
});

const postAdminUser = defineEndpoint({
  method: "POST",
  path: "/api/admin/users",
  summary: "Makes an account; only an administrator may make an administrator",
  command: createUser,
  alsoNeeds: findUser.permissions,
  repeating: "with-effect",
  body: z.strictObject(userCreateSchema.shape).meta({
    examples: [
      {
        name: "Nell New",
        email: "nell.new@example.com",
        username: "nell",
        password: "a long enough password",
        role: "customer",
      },
    ],
  }),
  responses: { 201: { description: "The user", schema: staffUserSchema } },
  errorCodes: ["conflict"],
  answer: async ({ context, body }) => {
    const id = await createUser(context, body);
    return reply(201, restStaffUser(await findUser(context, id)));
  },
});

const putAdminUser = defineEndpoint({
  method: "PUT",
  path: "/api/admin/users/{id}",
  summary: "Changes a user; optional fields that are not named stay as they are",
  command: editUser,
  alsoNeeds: findUser.permissions,
  params: userParams,
  body: userEditSchema
    .extend({
      version: z.int().min(1).max(2_147_483_647).optional().meta({
        description:
          "The version that was read: when somebody has changed the user since, the answer is a 409.",
      }),
    })
    .strict()
    .meta({ examples: [userEditExample] }),
  responses: theUser,
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id }, body: { version, ...changes } }) => {
    await editUser(context, { id, version, changes });
    return reply(200, restStaffUser(await findUser(context, id)));
  },
});

const deleteAdminUser = defineEndpoint({
  method: "DELETE",
  path: "/api/admin/users/{id}",
  summary: "Erases a user; orders stay, with the name and address of their invoices",
  command: eraseAccount,
  params: userParams,
  responses: done("User deleted successfully"),
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id } }) => {
    await eraseAccount(context, id);
    return reply(200, { message: "User deleted successfully" });
  },
});

const putAdminUserStatus = defineEndpoint({
  method: "PUT",
  path: "/api/admin/users/{id}/status",
  summary: "Suspends a user, whose sessions end at once, or activates one",
  command: setUserStatus,
  alsoNeeds: findUser.permissions,
  params: userParams,
  body: z.strictObject({ isActive: z.boolean() }).meta({ examples: [{ isActive: false }] }),
  responses: theUser,
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, params: { id }, body: { isActive } }) => {
    await setUserStatus(context, { id, isActive });
    return reply(200, restStaffUser(await findUser(context, id)));
  },
});

const postAdminUserPasswordReset = defineEndpoint({
  method: "POST",
  path: "/api/admin/users/{id}/reset-password",
  summary: "Mails a user the link to a new password",
  command: sendUserPasswordReset,
  params: userParams,
  responses: done("Password reset email sent"),
  errorCodes: ["not_found", "conflict", "rate_limited"],
  answer: async ({ context, params: { id } }) => {
    await sendUserPasswordReset(context, id);
    return reply(200, { message: "Password reset email sent" });
  },
});

const putAdminUserVerify = defineEndpoint({
  method: "PUT",
  path: "/api/admin/users/{id}/verify",
  summary: "Verifies a user by hand, which brings research access",
  command: verifyUser,
  alsoNeeds: findUser.permissions,
  params: userParams,
  responses: theUser,
  errorCodes: ["not_found"],
  answer: async ({ context, params: { id } }) => {
    await verifyUser(context, id);
    return reply(200, restStaffUser(await findUser(context, id)));
  },
});

/** The calls about users, for staff. */
export const userEndpoints = [
  getAdminUsers,
  postAdminUser,
  putAdminUser,
  deleteAdminUser,
  putAdminUserStatus,
  postAdminUserPasswordReset,
  putAdminUserVerify,
];
