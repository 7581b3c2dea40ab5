import { z } from "zod";
import { eraseAccount } from "#server/identity/account/erase-account.server.ts";
import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { createUser } from "./create-user.server.ts";
import { editUser } from "./edit-user.server.ts";
import { findUser, listUsersPage } from "./list-users.server.ts";
import { resetTwoFactor, sendUserPasswordReset, setUserStatus, verifyUser } from "./user-actions.server.ts";
import { userChangesSchema, userCreateSchema } from "./users.schema.ts";
import { usersQuerySchema } from "./users-query.ts";

const id = z.number().int().positive().max(2_147_483_647);
const idSchema = z.object({ id });

export const usersRouter = router({
  list: permitted("users.view")
    .input(usersQuerySchema)
    .query(({ ctx, input }) => listUsersPage(ctx, input)),
  byId: permitted("users.view")
    .input(idSchema)
    .query(({ ctx, input }) => findUser(ctx, input.id)),
  create: permitted("users.create")
    .input(userCreateSchema)
    .mutation(async ({ ctx, input }) => findUser(ctx, await createUser(ctx, input))),
  edit: permitted("users.edit")
    .input(z.object({ id, version: z.number().int(), changes: userChangesSchema.strict() }))
    .mutation(async ({ ctx, input }) => {
      await editUser(ctx, input);
      return findUser(ctx, input.id);
    }),
  setStatus: permitted("users.edit")
    .input(z.object({ id, isActive: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await setUserStatus(ctx, input);
      return findUser(ctx, input.id);
    }),
  verify: permitted("users.edit")
    .input(idSchema)
    .mutation(async ({ ctx, input }) => {
      await verifyUser(ctx, input.id);
      return findUser(ctx, input.id);
    }),
  sendPasswordReset: permitted("users.edit")
    .input(idSchema)
    .mutation(async ({ ctx, input }) => ({ recipient: await sendUserPasswordReset(ctx, input.id) })),
  resetTwoFactor: permitted("users.edit")
    .input(idSchema)
    .mutation(async ({ ctx, input }) => {
      await resetTwoFactor(ctx, input.id);
      return findUser(ctx, input.id);
    }),
  delete: permitted("users.delete")
    .input(idSchema)
    .mutation(async ({ ctx, input }) => {
      await eraseAccount(ctx, input.id);
      return { deleted: input.id };
    }),
});
