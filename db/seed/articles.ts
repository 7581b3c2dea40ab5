import { readdirSync, readFileSync } from "node:fs";
import { splitText } from "#server/content/prose.server.ts";

/** An article of the reference data, published from the start. */
interface SeedArticle {
  slug: string;
  title: string;
  excerpt: string;
  /** The name of a picture in app/pictures. */
  picture: string;
  imageAlt: string;
  /** ISO instant. */
  publishedAt: string;
  /** Markdown. */
  body: string;
}

/** The blog's first articles, oldest first: the files of `articles/`, each called as its address. */
export function seedArticles(): SeedArticle[] {
  const folder = new URL("articles/", import.meta.url);
  const articles = readdirSync(folder).map((file) => {
    const { about, body } = splitText(readFileSync(new URL(file, folder), "utf8"));
    const { title = "", excerpt = "", picture = "", imageAlt = "", publishedAt = "" } = about;
    const slug = file.replace(/\.md$/, "");
    return { slug, title, excerpt, picture, imageAlt, publishedAt, body: body.trim() };
  });
  return articles.sort((one, other) => one.publishedAt.localeCompare(other.publishedAt));
}
