import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { answerEnquiry } from "./answer-enquiry.server.ts";
import { enquirySearchSchema } from "./enquiry-search.ts";
import { listEnquiries, markAnswered } from "./list-enquiries.server.ts";

export const enquiriesRouter = router({
  search: reading(listEnquiries)
    .input(enquirySearchSchema)
    .query(({ ctx, input }) => listEnquiries(ctx, input)),
  answer: mutation(answerEnquiry),
  markAnswered: mutation(markAnswered),
});
