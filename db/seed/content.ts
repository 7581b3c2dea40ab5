import type { EntityManager } from "@mikro-orm/postgresql";
import { faqCategories } from "#server/content/content-views.ts";
import { BlogPost, FaqEntry } from "../entities/index.ts";
import { seedArticles } from "./articles/index.ts";
import { seedFaq } from "./faq.ts";

/** The first articles and the Q&A; administrators may change all of them. */
export function seedContent(em: EntityManager): void {
  for (const { picture, publishedAt, ...article } of seedArticles) {
    em.create(BlogPost, {
      ...article,
      imageUrl: `/pictures/${picture}.jpg`,
      status: "published",
      publishedAt: new Date(publishedAt),
    });
  }
  for (const category of faqCategories) {
    seedFaq[category].forEach(({ question, answer }, index) => {
      em.create(FaqEntry, { category, question, answer, position: index + 1, published: true });
    });
  }
}
