import { z } from "zod";
import { emailList } from "#server/email/email-search.ts";
import { findEmail, resendEmail, resendMany, searchEmails } from "#server/email/search-emails.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

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
