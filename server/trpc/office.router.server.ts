import { z } from "zod";
import { eraseAccount } from "#server/accounts/erase-account.server.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#server/api-keys/create-api-key.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { articleList, contentCommands } from "#server/content/content.schema.ts";
import { findStaffArticle, listStaffArticles, listStaffFaq } from "#server/content/find-content.server.ts";
import { renderMarkdown } from "#server/content/prose.server.ts";
import {
  deleteArticle,
  deleteFaqEntry,
  saveArticle,
  saveFaqEntry,
} from "#server/content/save-content.server.ts";
import { searchText } from "#server/core/fields.ts";
import { monthOf } from "#server/core/shop-time.ts";
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
import {
  answerVat,
  askPaymentProviders,
  markTextRead,
  openForTrade,
  saveStep,
  sendTestMail,
} from "#server/doctor/opening.server.ts";
import { removeDemoData } from "#server/doctor/remove-demo-data.server.ts";
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
import { analyticsQuery } from "#server/reports/analytics.ts";
import { findAnalytics } from "#server/reports/find-analytics.server.ts";
import { findPackagingReport } from "#server/reports/find-packaging-report.server.ts";
import { findVatReport } from "#server/reports/find-vat-report.server.ts";
import { ledgerQuery } from "#server/reports/ledger.ts";
import { countUnmatched, listUnmatched } from "#server/reports/list-unmatched.server.ts";
import { readLedger } from "#server/reports/read-ledger.server.ts";
import { finaliseAgain, refundUnmatched } from "#server/reports/refund-unmatched.server.ts";
import { vatReportQuery } from "#server/reports/vat-report.ts";
import { findSettings } from "#server/settings/read-settings.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { readTariffFile, saveTariff } from "#server/settings/save-tariff.server.ts";
import { findEverything } from "#server/staff/find-everything.server.ts";
import { countWork } from "#server/staff/today.server.ts";
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

/** The procedures of the settings screen. */
export const settingsRouter = router({
  read: reading(findSettings).query(({ ctx }) => findSettings(ctx)),
  save: mutation(saveSettings),
  readTariff: mutation(readTariffFile),
  saveTariff: mutation(saveTariff),
});

export const openingRouter = router({
  saveSettings: mutation(saveStep),
  answerVat: mutation(answerVat),
  sendTestMail: mutation(sendTestMail),
  askProviders: mutation(askPaymentProviders),
  markRead: mutation(markTextRead),
  removeDemo: mutation(removeDemoData),
  open: mutation(openForTrade),
});

/** Uses the renderer of the public pages. A mutation, because a long text does not fit into an address. */
const previewMarkdown = command(contentCommands.preview, async (_context, { markdown }) => ({
  html: renderMarkdown(markdown),
}));

export const contentRouter = router({
  articles: reading(listStaffArticles)
    .input(articleList.schema)
    .query(({ ctx, input }) => listStaffArticles(ctx, input.after)),
  article: query(findStaffArticle, byId),
  faq: reading(listStaffFaq).query(({ ctx }) => listStaffFaq(ctx)),
  preview: mutation(previewMarkdown),
  saveArticle: mutation(saveArticle),
  deleteArticle: mutation(deleteArticle),
  saveFaqEntry: mutation(saveFaqEntry),
  deleteFaqEntry: mutation(deleteFaqEntry),
});

/** What the palette asks while somebody types. */
export const findRouter = router({
  everything: reading(findEverything)
    .input(z.object({ text: searchText(254) }))
    .query(({ ctx, input }) => findEverything(ctx, input.text)),
});

export const todayRouter = router({
  counts: reading(countWork).query(({ ctx }) => countWork(ctx)),
});

export const reportsRouter = router({
  analytics: query(findAnalytics, analyticsQuery.schema),
  packaging: reading(findPackagingReport).query(({ ctx }) => findPackagingReport(ctx)),
  vat: query(findVatReport, vatReportQuery.schema),
});

/** The oldest unmatched payments on screen; their count says when there are more. */
const UNMATCHED = 100;

export const ledgerRouter = router({
  month: reading(readLedger)
    .input(ledgerQuery.schema)
    .query(async ({ ctx, input }) => ({
      latestMonth: monthOf(ctx.clock.now()),
      month: await readLedger(ctx, { month: input.month ?? monthOf(ctx.clock.now()) }),
      unmatched: await listUnmatched(ctx, UNMATCHED),
      unmatchedInAll: await countUnmatched(ctx),
    })),
  refundUnmatched: mutation(refundUnmatched),
  finaliseAgain: mutation(finaliseAgain),
});
