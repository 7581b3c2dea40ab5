import { eraseAccount } from "#server/accounts/erase-account.server.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#server/api-keys/create-api-key.server.ts";
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
import { deleteIssue, saveIssue, testIssue } from "#server/newsletter/issues.server.ts";
import { subscriberList } from "#server/newsletter/newsletter.schema.ts";
import { sendIssue, steerIssue } from "#server/newsletter/send-issue.server.ts";
import { searchSubscribers } from "#server/newsletter/subscribers.server.ts";
import { byId, mutation, query, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const usersRouter = router({
  list: query(listUsersPage, userList.schema),
  byId: query(findUser, byId),
  create: mutation(createUser),
  edit: mutation(editUser),
  setStatus: mutation(setUserStatus),
  suspendMany: mutation(suspendMany),
  activateMany: mutation(activateMany),
  verify: mutation(verifyUser),
  sendPasswordReset: mutation(sendUserPasswordReset),
  endStaffTwoFactor: mutation(endStaffTwoFactor),
  resetTwoFactor: mutation(resetTwoFactor),
  delete: mutation(eraseAccount),
});

export const enquiriesRouter = router({
  search: query(listEnquiries, enquiryList.schema),
  answer: mutation(answerEnquiry),
  markAnswered: mutation(markAnswered),
  markManyAnswered: mutation(markManyAnswered),
});

export const emailsRouter = router({
  search: query(searchEmails, emailList.schema),
  byId: query(findEmail, byId),
  resend: mutation(resendEmail),
  resendMany: mutation(resendMany),
});

export const newsletterRouter = router({
  subscribers: query(searchSubscribers, subscriberList.schema),
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
