import { z } from "zod";
import { describeCommand, describeWith } from "#server/commands/command.ts";
import { labelledText, optionalRowId, optionalText, rowIdFromText } from "#server/core/fields.ts";
import { listQuery } from "#server/core/list-query.ts";
import { isDataUrl } from "#server/media/media-address.ts";
import { type ArticleStatus, articleStatuses, faqCategories } from "./content-views.ts";

/**
 * More than a picture at its limit takes as base64, so that the picture limit itself refuses one that is slightly too
 * large.
 */
const MAX_IMAGE_URL = 8_000_000;
const OWN_PICTURE = /^\/(pictures|media)\/[\w.-]{1,200}$/;

const mayBeEmpty = (label: string, longest: number) =>
  optionalText(
    longest,
    `Keep the ${label.toLowerCase()} below ${longest} characters`,
    `${label} is required`,
  ).default("");

/** The record and the version that the person saw. */
const expectedSchema = z.object({ id: rowIdFromText, seenVersion: z.coerce.number().int().min(1) });
/** Left out for a new one. */
const expected = expectedSchema.partial().shape;

const articleFields = {
  title: labelledText("Title", 200),
  excerpt: mayBeEmpty("Excerpt", 500),
  body: mayBeEmpty("Text", 50_000),
  /** One of the shop's own pictures, or a data URL to store as one. */
  imageUrl: z
    .string()
    .max(MAX_IMAGE_URL, {
      error: "The picture is larger than 5 MB. Please choose a smaller one.",
      abort: true,
    })
    .trim()
    .refine(
      (address) => address === "" || isDataUrl(address) || OWN_PICTURE.test(address),
      "Choose a picture",
    )
    .default(""),
  imageAlt: mayBeEmpty("Alternative text", 300),
  status: z.enum(articleStatuses),
};

const faqFields = {
  category: z.enum(faqCategories, "Choose a category"),
  question: labelledText("Question", 300),
  answer: labelledText("Answer", 20_000),
  position: z
    .int("Position must be a whole number")
    .min(0, "Position must not be below 0")
    .max(10_000, "Position must be at most 10000"),
  published: z.boolean().default(false),
};

export const articleList = listQuery(z.object({ after: optionalRowId }));

const editing = describeWith("content.edit");

/** What staff do with articles and questions. */
export const contentCommands = {
  /** Stores nothing: previews a text. */
  preview: describeCommand({
    name: "content.preview",
    permission: "content.view",
    input: z.object({ markdown: articleFields.body }),
    done: "Preview made",
  }),
  saveArticle: editing(
    "content.saveArticle",
    z.object({ ...expected, ...articleFields }),
    ({ status }: { id: number; status: ArticleStatus }) => ({
      title: status === "published" ? "Article published" : "Draft saved",
    }),
  ),
  deleteArticle: editing("content.deleteArticle", expectedSchema, "Article deleted"),
  saveFaqEntry: editing("content.saveFaqEntry", z.object({ ...expected, ...faqFields }), "Question saved"),
  deleteFaqEntry: editing("content.deleteFaqEntry", expectedSchema, "Question deleted"),
};

export type SaveArticle = z.output<typeof contentCommands.saveArticle.input>;
export type SaveFaqEntry = z.output<typeof contentCommands.saveFaqEntry.input>;
/** Without a version nothing is overwritten. */
export interface ExpectedContent {
  id: number;
  seenVersion?: number | undefined;
}

/** What this article lacks before it can be published, by field; a draft needs only its title. */
export function missingInArticle(article: Pick<SaveArticle, "excerpt" | "body" | "imageUrl" | "imageAlt">) {
  const gaps: Record<string, string[]> = {};
  if (!article.excerpt) gaps.excerpt = ["Excerpt is required to publish"];
  if (!article.body) gaps.body = ["Text is required to publish"];
  if (!article.imageUrl) gaps.imageUrl = ["Choose a picture to publish"];
  if (!article.imageAlt) gaps.imageAlt = ["Alternative text is required to publish"];
  return gaps;
}
