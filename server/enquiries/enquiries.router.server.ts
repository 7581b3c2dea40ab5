import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { markAnsweredSchema } from "./enquiry.schema.ts";
import { enquirySearchSchema } from "./enquiry-search.ts";
import { countOpenEnquiries, listEnquiries, markAnswered } from "./list-enquiries.server.ts";

export const enquiriesRouter = router({
  search: permitted("enquiries.view")
    .input(enquirySearchSchema)
    .query(({ ctx, input }) => listEnquiries(ctx, input)),
  openCount: permitted("enquiries.view").query(({ ctx }) => countOpenEnquiries(ctx)),
  markAnswered: permitted("enquiries.answer")
    .input(markAnsweredSchema)
    .mutation(async ({ ctx, input }) => {
      await markAnswered(ctx, input);
      return { id: input.id };
    }),
});
