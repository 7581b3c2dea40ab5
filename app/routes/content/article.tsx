import { Link, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { displayBlogDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findArticle } from "#server/content/find-content.server.ts";
import { structuredArticle } from "#server/content/structured-content.ts";
import { ShopError } from "#server/core/errors.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { sharedPage } from "#server/process/page.server.ts";

/** A column for the text, narrower than the picture. */
const COLUMN = "mx-auto w-full max-w-[42rem]";

export const meta = pageMeta<typeof loader>(({ article }) => ({
  title: article.title,
  description: article.excerpt,
  picture: { src: article.imageUrl, alt: article.imageAlt },
  type: "article",
  publishedAt: article.publishedAt,
}));

export const loader = sharedPage({ topics: contentTopics }, async ({ context, params }) => {
  const article = await findArticle(context, params.slug ?? "");
  if (!article) throw new ShopError("not_found", "There is no such article.");
  return { article };
});

export default function Article() {
  const { article } = useLoaderData<typeof loader>();
  return (
    <article className="frame flex flex-col gap-8 py-6 lg:py-12">
      <StructuredData
        describe={
          import.meta.env.SSR &&
          (({ store, publicUrl }) => [structuredArticle(article, { storeName: store.storeName, publicUrl })])
        }
        trail={[
          ["Blog & Community", "/blog"],
          [article.title, `/blog/${article.slug}`],
        ]}
      />
      <header className={COLUMN}>
        <Link
          to="/blog"
          className="inline-flex min-h-11 items-center gap-2 font-medium underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" /> Back to the blog
        </Link>
        <p className="mt-4 text-sm text-ink-soft lg:mt-8">
          <time dateTime={article.publishedAt}>{displayBlogDate(article.publishedAt)}</time>
        </p>
        <h1 className="mt-3 text-title">{article.title}</h1>
        <p className="mt-5 text-xl text-ink-soft">{article.excerpt}</p>
      </header>
      <Picture
        src={article.imageUrl}
        alt={article.imageAlt}
        priority
        sizes="(min-width: 80rem) 75rem, 100vw"
        className="aspect-4/3 w-full rounded-2xl object-cover object-[50%_70%] sm:aspect-21/9"
      />
      <MarkdownText html={article.html} className={`${COLUMN} text-lg`} />
      <div className={`${COLUMN} flex flex-wrap gap-3`}>
        <ButtonLink to="/products">Browse products</ButtonLink>
        <ButtonLink to="/blog" variant="secondary">
          More articles
        </ButtonLink>
      </div>
    </article>
  );
}
