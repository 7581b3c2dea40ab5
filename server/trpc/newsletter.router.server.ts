import { deleteIssue, saveIssue, testIssue } from "#server/newsletter/issues.server.ts";
import { sendIssue, steerIssue } from "#server/newsletter/send-issue.server.ts";
import { subscriberList } from "#server/newsletter/subscriber-search.ts";
import { searchSubscribers } from "#server/newsletter/subscribers.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

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
