import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { answerEnquiry } from "./enquiries.server.ts";
import { enquiryList } from "./enquiry-search.ts";
import { listEnquiries, markAnswered, markManyAnswered } from "./list-enquiries.server.ts";

export const enquiriesRouter = router({
  search: reading(listEnquiries)
    .input(enquiryList.schema)
    .query(({ ctx, input }) => listEnquiries(ctx, input)),
  answer: mutation(answerEnquiry),
  markAnswered: mutation(markAnswered),
  markManyAnswered: mutation(markManyAnswered),
});
