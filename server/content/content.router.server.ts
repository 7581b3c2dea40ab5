import { command } from "#server/commands/run-command.server.ts";
import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { articlePageSchema, contentCommands, contentIdSchema } from "./content.schema.ts";
import { findStaffArticle, listStaffArticles, listStaffFaq } from "./find-content.server.ts";
import { renderMarkdown } from "./render-markdown.server.ts";
import { deleteArticle, deleteFaqEntry, saveArticle, saveFaqEntry } from "./save-content.server.ts";

/** Uses the renderer of the public pages. A mutation, because a long text does not fit into an address. */
const previewMarkdown = command(contentCommands.preview, async (_context, { markdown }) => ({
  html: renderMarkdown(markdown),
}));

export const contentRouter = router({
  articles: reading(listStaffArticles)
    .input(articlePageSchema)
    .query(({ ctx, input }) => listStaffArticles(ctx, input.cursor)),
  article: reading(findStaffArticle)
    .input(contentIdSchema)
    .query(({ ctx, input }) => findStaffArticle(ctx, input.id)),
  faq: reading(listStaffFaq).query(({ ctx }) => listStaffFaq(ctx)),
  preview: mutation(previewMarkdown),
  saveArticle: mutation(saveArticle, (context, _article, { id }) => findStaffArticle(context, id)),
  deleteArticle: mutation(deleteArticle, async (_context, { id }) => ({ deleted: id })),
  saveFaqEntry: mutation(saveFaqEntry, async (_context, _entry, id) => ({ id })),
  deleteFaqEntry: mutation(deleteFaqEntry, async (_context, { id }) => ({ deleted: id })),
});
