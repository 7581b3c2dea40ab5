import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { EntityManager } from "@mikro-orm/postgresql";
import { type FaqCategory, faqCategories } from "#server/content/content-views.ts";
import { splitText } from "#server/content/prose.server.ts";
import { BlogPost, Counter, FaqEntry, Product, ShopSecret } from "../entities/index.ts";
import { seedProducts } from "./products.ts";

/** The name of the counter that numbers VAT invoices without gaps. */
export const VAT_INVOICE_COUNTER = "vat_invoice";

/** What every shop starts with: eight products, articles and Q&A, the invoice counter, the cookie signing key. */
export async function seedReference(em: EntityManager): Promise<void> {
  if ((await em.count(Counter)) > 0) return;
  em.create(Counter, { name: VAT_INVOICE_COUNTER, value: 0 });
  em.create(ShopSecret, { name: "cookie", value: randomBytes(32).toString("base64url") });
  for (const { picture, ...product } of seedProducts) {
    em.create(Product, {
      ...product,
      onSale: product.salePrice !== undefined,
      imageUrl: `/pictures/${picture}.jpg`,
    });
  }
  seedContent(em);
  await em.flush();
}

/** The first articles and the Q&A, all of which administrators may change. */
function seedContent(em: EntityManager): void {
  for (const { picture, publishedAt, ...article } of seedArticles()) {
    em.create(BlogPost, {
      ...article,
      imageUrl: `/pictures/${picture}.jpg`,
      status: "published",
      publishedAt: new Date(publishedAt),
    });
  }
  for (const entry of seedFaq()) em.create(FaqEntry, { ...entry, published: true });
}

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
function seedArticles(): SeedArticle[] {
  const folder = new URL("articles/", import.meta.url);
  const articles = readdirSync(folder).map((file) => {
    const { about, body } = splitText(readFileSync(new URL(file, folder), "utf8"));
    const { title = "", excerpt = "", picture = "", imageAlt = "", publishedAt = "" } = about;
    const slug = file.replace(/\.md$/, "");
    return { slug, title, excerpt, picture, imageAlt, publishedAt, body: body.trim() };
  });
  return articles.sort((one, other) => one.publishedAt.localeCompare(other.publishedAt));
}

interface SeedQuestion {
  category: FaqCategory;
  question: string;
  /** Markdown. */
  answer: string;
  /** From 1 in each category. */
  position: number;
}

/** The Q&A page of the reference data, in page order: `faq.md`, where "# " begins a category and "## " a question. */
function seedFaq(): SeedQuestion[] {
  const text = readFileSync(new URL("faq.md", import.meta.url), "utf8");
  const sections = text.split(/^# /m).map((section) => section.split(/^## /m));
  return faqCategories.flatMap((category) => {
    const [, ...questions] = sections.find(([name]) => name?.trim() === category) ?? [];
    return questions.map((entry, index) => {
      const [question = "", ...lines] = entry.split("\n");
      return { category, question, answer: lines.join("\n").trim(), position: index + 1 };
    });
  });
}
