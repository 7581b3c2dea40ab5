import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { BlogPost, FaqEntry } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { freeSlug, slugOf } from "#server/core/text.ts";
import { changedOnly } from "#server/core/touched-fields.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { dataUrlsOf, resolvePicture, textsOf } from "#server/media/uploads.server.ts";
import {
  contentCommands,
  type ExpectedContent,
  missingInArticle,
  type SaveArticle,
} from "./content.schema.ts";
import type { ArticleStatus } from "./content-views.ts";

/**
 * Saves an article as a draft or publishes it. Its slug follows the title until the first publication, then stays.
 * @returns its id, and whether it is public now
 * @throws ShopError `not_found`; `conflict` when somebody else saved it meanwhile; `validation_failed`,
 * `payload_too_large`, `unsupported_media_type` with the fields at fault
 */
export const saveArticle = command(
  contentCommands.saveArticle,
  async (context, { id, seenVersion, ...article }): Promise<{ id: number; status: ArticleStatus }> => {
    const next = { ...article, imageUrl: await resolvePicture(context.em, article.imageUrl) };
    // When two articles with the same title are saved at once, the second looks for a free slug again.
    const saved = await inTransaction(
      context.em,
      (em) => write(em, context, next, id === undefined ? undefined : { id, seenVersion }),
      { retryUniqueViolations: true },
    );
    return { id: saved, status: next.status };
  },
  {
    // The form, with a picture if one was chosen.
    read: async (_context, submitted) => {
      const [chosen] = await dataUrlsOf(submitted.getAll("picture"));
      const form = textsOf(submitted);
      if (chosen !== undefined) form.set("imageUrl", chosen);
      return { form, schema: contentCommands.saveArticle.input };
    },
  },
);

async function write(
  em: EntityManager,
  context: Context,
  next: Omit<SaveArticle, keyof ExpectedContent>,
  expected: ExpectedContent | undefined,
): Promise<number> {
  const post = expected && (await lockArticle(em, expected));
  // Anyone who was overtaken is told that first: what is missing here may be there by now.
  const gaps = next.status === "published" ? missingInArticle(next) : {};
  if (Object.keys(gaps).length > 0) {
    throw new ShopError("validation_failed", "The article is not ready to be published.", { fields: gaps });
  }
  const before = post ? articleState(post) : {};
  const changed = post ? changedOnly(post, next) : next;
  const publishedAt = post?.publishedAt ?? (next.status === "published" ? context.clock.now() : null);
  const keepsSlug = post && (post.publishedAt || changed.title === undefined);
  const slug = keepsSlug
    ? post.slug
    : await freeSlugIn(em, "blog_post", { title: next.title, fallback: "article", ownId: post?.id });
  const article = post
    ? em.assign(post, { ...changed, slug, publishedAt })
    : em.create(BlogPost, { ...next, slug, publishedAt });
  await em.flush();
  invalidateOnCommit(em, "content");
  await recordChange(em, context, {
    area: "content",
    action: actionOf(post && before, next.status),
    subjectId: `article-${article.id}`,
    subjectName: next.title,
    before,
    after: articleState(article),
  });
  return article.id;
}

/**
 * Deletes an article.
 * @throws ShopError `not_found`, `conflict`
 */
export const deleteArticle = command(
  contentCommands.deleteArticle,
  async (context, expected): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const post = await lockArticle(em, expected);
      const before = articleState(post);
      em.remove(post);
      await em.flush();
      invalidateOnCommit(em, "content");
      const subject = { subjectId: `article-${expected.id}`, subjectName: post.title };
      await recordChange(em, context, { area: "content", action: "deleted", ...subject, before, after: {} });
    });
  },
);

async function lockArticle(em: EntityManager, { id, seenVersion }: ExpectedContent): Promise<BlogPost> {
  const post = await em.findOne(BlogPost, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!post) throw new ShopError("not_found", "Article not found");
  assertCurrentVersion(post.title, post.version, seenVersion);
  return post;
}

/** A free slug of a title; the own one of what has it already counts as free. */
export async function freeSlugIn(
  em: EntityManager,
  table: "blog_post" | "newsletter_issue",
  { title, fallback, ownId = 0 }: { title: string; fallback: string; ownId?: number | undefined },
): Promise<string> {
  const preferred = slugOf(title, fallback);
  const rows = await typedSql(em)
    .selectFrom(table)
    .where(condition`(slug = ${preferred} or slug like ${`${preferred}-%`})`)
    .where("id", "<>", ownId)
    .select("slug")
    .execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  return freeSlug(preferred, (candidate) => taken.has(candidate));
}

function articleState({ slug, title, excerpt, body, imageUrl, imageAlt, status }: BlogPost) {
  return { slug, title, excerpt, body, imageUrl, imageAlt, status };
}

function actionOf(before: { status?: string } | undefined, status: string): string {
  if (before?.status === status) return "edited";
  if (status === "published") return "published";
  return before ? "unpublished" : "created";
}

/**
 * Saves a question with its answer. @returns its id @throws ShopError `not_found`; `conflict` when somebody else saved
 * it meanwhile
 */
export const saveFaqEntry = command(
  contentCommands.saveFaqEntry,
  async (context, { id, seenVersion, ...next }): Promise<number> => {
    return inTransaction(context.em, async (em) => {
      const entry = id === undefined ? undefined : await lockEntry(em, { id, seenVersion });
      const before = entry ? entryState(entry) : {};
      const saved = entry ? em.assign(entry, changedOnly(entry, next)) : em.create(FaqEntry, next);
      await em.flush();
      invalidateOnCommit(em, "content");
      const action = entry ? "edited" : "created";
      const subject = { subjectId: `question-${saved.id}`, subjectName: next.question };
      await recordChange(em, context, {
        area: "content",
        action,
        ...subject,
        before,
        after: entryState(saved),
      });
      return saved.id;
    });
  },
);

/**
 * Deletes a question with its answer.
 * @throws ShopError `not_found`, `conflict`
 */
export const deleteFaqEntry = command(
  contentCommands.deleteFaqEntry,
  async (context, expected): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const entry = await lockEntry(em, expected);
      const before = entryState(entry);
      em.remove(entry);
      await em.flush();
      invalidateOnCommit(em, "content");
      const subject = { subjectId: `question-${expected.id}`, subjectName: entry.question };
      await recordChange(em, context, { area: "content", action: "deleted", ...subject, before, after: {} });
    });
  },
);

async function lockEntry(em: EntityManager, { id, seenVersion }: ExpectedContent): Promise<FaqEntry> {
  const entry = await em.findOne(FaqEntry, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!entry) throw new ShopError("not_found", "Question not found");
  assertCurrentVersion(entry.question, entry.version, seenVersion);
  return entry;
}

function entryState({ category, question, answer, position, published }: FaqEntry) {
  return { category, question, answer, position, published };
}

/** @throws ShopError `conflict` when somebody saved it after the version that the person saw, or none is named */
function assertCurrentVersion(name: string, version: number, expectedVersion: number | undefined): void {
  if (version === expectedVersion) return;
  throw new ShopError(
    "conflict",
    `Somebody else changed "${name}" while you were editing. Nothing was overwritten.`,
  );
}
