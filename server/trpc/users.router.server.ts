import { z } from "zod";
import { rowId } from "#server/core/fields.ts";
import { createUser, editUser } from "#server/customers/edit-user.server.ts";
import { findUser, listUsersPage } from "#server/customers/list-users.server.ts";
import {
  activateMany,
  endStaffTwoFactor,
  resetTwoFactor,
  sendUserPasswordReset,
  setUserStatus,
  suspendMany,
  verifyUser,
} from "#server/customers/user-actions.server.ts";
import { userList } from "#server/customers/users-query.ts";
import { eraseAccount } from "#server/identity/account/erase-account.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

const idSchema = z.object({ id: rowId });

export const usersRouter = router({
  list: reading(listUsersPage)
    .input(userList.schema)
    .query(({ ctx, input }) => listUsersPage(ctx, input)),
  byId: reading(findUser)
    .input(idSchema)
    .query(({ ctx, input }) => findUser(ctx, input.id)),
  create: mutation(createUser, (context, _user, id) => findUser(context, id)),
  edit: mutation(editUser, (context, { id }) => findUser(context, id)),
  setStatus: mutation(setUserStatus, (context, { id }) => findUser(context, id)),
  suspendMany: mutation(suspendMany),
  activateMany: mutation(activateMany),
  verify: mutation(verifyUser, (context, id) => findUser(context, id)),
  sendPasswordReset: mutation(sendUserPasswordReset),
  endStaffTwoFactor: mutation(endStaffTwoFactor),
  resetTwoFactor: mutation(resetTwoFactor, (context, id) => findUser(context, id)),
  delete: mutation(eraseAccount, async (_context, id) => ({ deleted: id })),
});
