import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import {
  articlePageSchema,
  contentIdSchema,
  previewSchema,
  saveArticleSchema,
  saveFaqEntrySchema,
  seenContentSchema,
} from "./content.schema.ts";
import { findStaffArticle, listStaffArticles, listStaffFaq } from "./find-staff-content.server.ts";
import { renderMarkdown } from "./render-markdown.server.ts";
import { deleteArticle, saveArticle } from "./save-article.server.ts";
import { deleteFaqEntry, saveFaqEntry } from "./save-faq-entry.server.ts";

export const contentRouter = router({
  articles: permitted("content.view")
    .input(articlePageSchema)
    .query(({ ctx, input }) => listStaffArticles(ctx, input.cursor)),
  article: permitted("content.view")
    .input(contentIdSchema)
    .query(({ ctx, input }) => findStaffArticle(ctx, input.id)),
  faq: permitted("content.view").query(({ ctx }) => listStaffFaq(ctx)),
  /** By the same renderer as the public pages. It writes nothing, but a long text does not fit an address. */
  preview: permitted("content.view")
    .input(previewSchema)
    .mutation(({ input }) => ({ html: renderMarkdown(input.markdown) })),
  saveArticle: permitted("content.edit")
    .input(saveArticleSchema)
    .mutation(async ({ ctx, input }) => findStaffArticle(ctx, await saveArticle(ctx, input))),
  deleteArticle: permitted("content.edit")
    .input(seenContentSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteArticle(ctx, input);
      return { deleted: input.id };
    }),
  saveFaqEntry: permitted("content.edit")
    .input(saveFaqEntrySchema)
    .mutation(async ({ ctx, input }) => ({ id: await saveFaqEntry(ctx, input) })),
  deleteFaqEntry: permitted("content.edit")
    .input(seenContentSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteFaqEntry(ctx, input);
      return { deleted: input.id };
    }),
});
