import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { deleteIssue, saveIssue, testIssue } from "./issues.server.ts";
import { sendIssue, steerIssue } from "./send-issue.server.ts";
import { subscriberList } from "./subscriber-search.ts";
import { searchSubscribers } from "./subscribers.server.ts";

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
