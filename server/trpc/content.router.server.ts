import { command } from "#server/commands/run-command.server.ts";
import { articleList, contentCommands, contentIdSchema } from "#server/content/content.schema.ts";
import { findStaffArticle, listStaffArticles, listStaffFaq } from "#server/content/find-content.server.ts";
import { renderMarkdown } from "#server/content/render-markdown.server.ts";
import {
  deleteArticle,
  deleteFaqEntry,
  saveArticle,
  saveFaqEntry,
} from "#server/content/save-content.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

/** Uses the renderer of the public pages. A mutation, because a long text does not fit into an address. */
const previewMarkdown = command(contentCommands.preview, async (_context, { markdown }) => ({
  html: renderMarkdown(markdown),
}));

export const contentRouter = router({
  articles: reading(listStaffArticles)
    .input(articleList.schema)
    .query(({ ctx, input }) => listStaffArticles(ctx, input.after)),
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
