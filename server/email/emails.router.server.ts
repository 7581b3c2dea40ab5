import { z } from "zod";
import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { emailList } from "./email-search.ts";
import { findEmail, resendEmail, resendMany, searchEmails } from "./search-emails.server.ts";

const emailIdSchema = z.object({ id: z.number().int().positive() });

export const emailsRouter = router({
  search: reading(searchEmails)
    .input(emailList.schema)
    .query(({ ctx, input }) => searchEmails(ctx, input)),
  byId: reading(findEmail)
    .input(emailIdSchema)
    .query(({ ctx, input }) => findEmail(ctx, input.id)),
  resend: mutation(resendEmail, (context, id) => findEmail(context, id)),
  resendMany: mutation(resendMany),
});
