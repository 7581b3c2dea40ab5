import { mutation, permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { enquirySearchSchema } from "./enquiry-search.ts";
import { countOpenEnquiries, listEnquiries, markAnswered } from "./list-enquiries.server.ts";

export const enquiriesRouter = router({
  search: permitted("enquiries.view")
    .input(enquirySearchSchema)
    .query(({ ctx, input }) => listEnquiries(ctx, input)),
  openCount: permitted("enquiries.view").query(({ ctx }) => countOpenEnquiries(ctx)),
  markAnswered: mutation(markAnswered, async (_context, { id }) => ({ id })),
});
