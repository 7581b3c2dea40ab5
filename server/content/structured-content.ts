import { addressOf } from "#server/core/without-empty.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import type { ArticleView, FaqSection } from "./find-content.server.ts";

/** An article as schema.org data, for search engines. Addresses begin with the shop's public one. */
export function structuredArticle(article: ArticleView, { publicUrl, storeName }: PublisherFacts) {
  const url = `${publicUrl}/blog/${article.slug}`;
  const publisher = { "@type": "Organization", name: storeName, url: publicUrl };
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    description: article.excerpt,
    image: addressOf(article.imageUrl, publicUrl),
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    author: publisher,
    publisher,
    mainEntityOfPage: url,
    url,
  };
}

/** An issue of the newsletter, in the same way. */
export function structuredIssue(
  issue: { slug: string; subject: string; publishedAt: string },
  { publicUrl, storeName }: PublisherFacts,
) {
  const url = `${publicUrl}/newsletter/issues/${issue.slug}`;
  const publisher = { "@type": "Organization", name: storeName, url: publicUrl };
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: issue.subject,
    datePublished: issue.publishedAt,
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

/** The breadcrumbs of a page: [name, path] from below the home page down to itself. */
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

type Seller = Pick<
  StoreSettingsValues,
  | "storeName"
  | "storeDescription"
  | "storeAddress"
  | "storePhone"
  | "storeEmail"
  | "vatNumber"
  | "facebookUrl"
  | "instagramUrl"
  | "linkedinUrl"
  | "youtubeUrl"
>;

/** The organisation behind the shop as schema.org data, without settings that are empty. */
export function structuredOrganisation(seller: Seller, publicUrl: string) {
  const profiles = [seller.facebookUrl, seller.instagramUrl, seller.linkedinUrl, seller.youtubeUrl];
  const sameAs = profiles.filter(Boolean);
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: seller.storeName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/logo.svg`,
    description: seller.storeDescription || undefined,
    address: seller.storeAddress || undefined,
    telephone: seller.storePhone || undefined,
    email: seller.storeEmail || undefined,
    vatID: seller.vatNumber || undefined,
    sameAs: sameAs.length > 0 ? sameAs : undefined,
  };
}

/** The site, and the address of its catalogue search. */
export function structuredWebSite(storeName: string, publicUrl: string) {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: storeName,
    url: `${publicUrl}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${publicUrl}/products?search={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}
