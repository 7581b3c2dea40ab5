import type { ArticleView, FaqSection } from "./content-views.ts";

/** An article in the words of schema.org, for search engines. Addresses begin with the shop's public one. */
export function structuredArticle(article: ArticleView, { publicUrl, storeName }: PublisherFacts) {
  const url = `${publicUrl}/blog/${article.slug}`;
  const publisher = { "@type": "Organization", name: storeName, url: publicUrl };
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    description: article.excerpt,
    image: new URL(article.imageUrl, publicUrl).href,
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    author: publisher,
    publisher,
    mainEntityOfPage: url,
    url,
  };
}

interface PublisherFacts {
  publicUrl: string;
  storeName: string;
}

/** Where a page stands in the site: [name, path] from below the home page down to itself. */
export function structuredBreadcrumbs(
  trail: readonly (readonly [name: string, path: string])[],
  publicUrl: string,
) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [["Home", "/"] as const, ...trail].map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

/** The questions with their answers, for search engines. */
export function structuredFaq(sections: readonly FaqSection[]) {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: sections
      .flatMap(({ questions }) => questions)
      .map(({ question, htmlResponse }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: htmlResponse },
      })),
  };
}
