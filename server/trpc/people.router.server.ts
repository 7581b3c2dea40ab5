import { z } from "zod";
import { createApiKey, listApiKeys, revokeApiKey } from "#server/api-keys/create-api-key.server.ts";
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
import { emailList } from "#server/email/email-search.ts";
import { findEmail, resendEmail, resendMany, searchEmails } from "#server/email/outbox.server.ts";
import {
  answerEnquiry,
  listEnquiries,
  markAnswered,
  markManyAnswered,
} from "#server/enquiries/enquiries.server.ts";
import { enquiryList } from "#server/enquiries/enquiry.schema.ts";
import { eraseAccount } from "#server/identity/account/erase-account.server.ts";
import { deleteIssue, saveIssue, testIssue } from "#server/newsletter/issues.server.ts";
import { subscriberList } from "#server/newsletter/newsletter.schema.ts";
import { sendIssue, steerIssue } from "#server/newsletter/send-issue.server.ts";
import { searchSubscribers } from "#server/newsletter/subscribers.server.ts";
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
  create: mutation(createUser),
  edit: mutation(editUser, async (_context, { id }) => ({ id })),
  setStatus: mutation(setUserStatus, (context, { id }) => findUser(context, id)),
  suspendMany: mutation(suspendMany),
  activateMany: mutation(activateMany),
  verify: mutation(verifyUser, (context, id) => findUser(context, id)),
  sendPasswordReset: mutation(sendUserPasswordReset),
  endStaffTwoFactor: mutation(endStaffTwoFactor),
  resetTwoFactor: mutation(resetTwoFactor, (context, id) => findUser(context, id)),
  delete: mutation(eraseAccount),
});

export const enquiriesRouter = router({
  search: reading(listEnquiries)
    .input(enquiryList.schema)
    .query(({ ctx, input }) => listEnquiries(ctx, input)),
  answer: mutation(answerEnquiry),
  markAnswered: mutation(markAnswered),
  markManyAnswered: mutation(markManyAnswered),
});

export const emailsRouter = router({
  search: reading(searchEmails)
    .input(emailList.schema)
    .query(({ ctx, input }) => searchEmails(ctx, input)),
  byId: reading(findEmail)
    .input(idSchema)
    .query(({ ctx, input }) => findEmail(ctx, input.id)),
  resend: mutation(resendEmail, (context, id) => findEmail(context, id)),
  resendMany: mutation(resendMany),
});

export const newsletterRouter = router({
  subscribers: reading(searchSubscribers)
    .input(subscriberList.schema)
    .query(({ ctx, input }) => searchSubscribers(ctx, input)),
  saveIssue: mutation(saveIssue),
  deleteIssue: mutation(deleteIssue),
  testIssue: mutation(testIssue),
  sendIssue: mutation(sendIssue),
  steerIssue: mutation(steerIssue),
});

export const apiKeysRouter = router({
  create: mutation(createApiKey),
  revoke: mutation(revokeApiKey),
  list: reading(listApiKeys).query(({ ctx }) => listApiKeys(ctx)),
});
