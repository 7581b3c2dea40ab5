import { answerEnquiry } from "#server/enquiries/enquiries.server.ts";
import { enquiryList } from "#server/enquiries/enquiry-search.ts";
import { listEnquiries, markAnswered, markManyAnswered } from "#server/enquiries/list-enquiries.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const enquiriesRouter = router({
  search: reading(listEnquiries)
    .input(enquiryList.schema)
    .query(({ ctx, input }) => listEnquiries(ctx, input)),
  answer: mutation(answerEnquiry),
  markAnswered: mutation(markAnswered),
  markManyAnswered: mutation(markManyAnswered),
});
