import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import { Suspense, useEffect, useRef } from "react";
import { NewsletterSection } from "#app/components/content/newsletter-section.tsx";
import { Button, ButtonLink, Spinner } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import { NoMatch, SearchForm } from "#app/components/ui/search-form.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { displayBlogDate } from "#app/lib/display.ts";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { parseCommunityTab } from "#server/community/community.ts";
import { findCommunityImpact } from "#server/community/find-community-impact.server.ts";
import { ARTICLES_AT_ONCE, blogPath } from "#server/content/content-views.ts";
import {
  type ArticleCard as Article,
  listArticles,
  parseArticlesQuery,
} from "#server/content/find-content.server.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { sharedPage } from "#server/process/page.server.ts";
import { statedSalesOf } from "#server/settings/claims.ts";

const description =
  "Articles on making and using biochar: in beds, pots, compost heaps, fields and digesters, and on the carbon in it.";

export const meta = pageMeta<typeof loader>(({ query, community }) => ({
  title: "Blog & Community",
  description,
  noindex: query.search !== "",
  ...(community ? { canonical: "/community" } : {}),
  extra: [
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: "Articles",
      href: "/blog/rss.xml",
    },
  ],
}));

export const loader = sharedPage(
  { topics: contentTopics, parameters: ["search", "shown"] },
  async ({ context, url }) => {
    const query = parseArticlesQuery(url.searchParams);
    if (url.searchParams.get("tab") === "community") {
      const community = {
        impact: await findCommunityImpact(context),
        stated: statedSalesOf(context.settings),
        tab: parseCommunityTab(url.searchParams),
      };
      return { articles: [], total: 0, query, community };
    }
    return { ...(await listArticles(context, query)), query, community: null };
  },
);

export default function Blog() {
  const { community } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="frame flex flex-col gap-8 py-8 lg:py-12">
        <header className="max-w-3xl">
          <h1 className="text-title">Blog & Community</h1>
          <p className="mt-4 text-xl text-ink-soft">
            Short notes on what we have learned about making biochar and putting it to work.
          </p>
        </header>
        <Tabs
          label="Blog & Community"
          tabs={[
            { label: "Articles", to: "/blog", current: !community },
            { label: "Community Impact", to: COMMUNITY_TAB, current: community !== null },
          ]}
        />
        {community ? <CommunityTabContent {...community} /> : <Articles />}
      </div>
      <NewsletterSection source="blog" />
    </>
  );
}

const COMMUNITY_TAB = "/blog?tab=community";

/** Loaded with its tab; the server renders it all the same. */
const CommunityHub = lazyPart(() => import("#app/components/content/community-hub.tsx"));

function CommunityTabContent(
  community: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["community"]>,
) {
  return (
    <section aria-labelledby="impact">
      <h2 id="impact" className="mb-6 text-section">
        Community Impact Hub
      </h2>
      <Suspense fallback={<CommunityLoads />}>
        <CommunityHub
          {...community}
          pathOf={(tab) => (tab === "leaderboard" ? COMMUNITY_TAB : `${COMMUNITY_TAB}&view=${tab}`)}
        />
      </Suspense>
    </section>
  );
}

function CommunityLoads() {
  return (
    <p role="status" className="flex min-h-64 items-center justify-center gap-3 text-ink-soft">
      <Spinner className="size-5" /> Loading community impact data...
    </p>
  );
}

function Articles() {
  const { articles, total, query } = useLoaderData<typeof loader>();
  const field = useRef<HTMLInputElement>(null);
  const { state, location } = useNavigation();
  const loading = useShownWhilePending(state === "loading" && location.pathname === "/blog");
  if (loading && location && new URLSearchParams(location.search).get("tab") === "community") {
    return <CommunityLoads />;
  }
  return (
    <>
      <SearchForm
        action="/blog"
        label="Articles"
        placeholder="Search articles..."
        search={query.search}
        field={field}
        pathOf={(fields) => blogPath({ search: String(fields.get("search")).trim() })}
        button="Search"
        className="flex items-end gap-3"
        fieldClassName="max-w-xl"
      />
      <p role="status" className="sr-only">
        {total === 1 ? "1 article found" : `${total} articles found`}
      </p>
      <div
        aria-busy={loading}
        className={classNames("transition-opacity duration-150", loading && "opacity-50")}
      >
        {articles.length > 0 ? (
          <ArticleGrid articles={articles} />
        ) : (
          <NoMatch
            text="No articles found matching your search."
            action="/blog"
            field={field}
            button="Clear Search"
          />
        )}
      </div>
      {articles.length > 0 && <LoadMore query={query} allShown={articles.length >= total} />}
    </>
  );
}

/** Six more at a time. A link, so that it works without JavaScript. */
function LoadMore({ query, allShown }: { query: { search: string; shown: number }; allShown: boolean }) {
  return (
    <p className="flex justify-center">
      {allShown ? (
        <Button type="button" variant="secondary" disabled>
          All articles shown
        </Button>
      ) : (
        <ButtonLink
          to={`${blogPath({ ...query, shown: query.shown + ARTICLES_AT_ONCE })}#${articlePlace(query.shown)}`}
          preventScrollReset
          replace
          variant="secondary"
        >
          Load More Articles
        </ButtonLink>
      )}
    </p>
  );
}

interface ArticleCardProps {
  article: Article;
  /** Set on the cards that are visible first. */
  priority?: boolean;
}

/** An article in a grid. Picture, title and 'Read More' link to it. */
function ArticleCard({ article, priority }: ArticleCardProps) {
  const path = `/blog/${article.slug}`;
  return (
    <article className="group flex w-full flex-col overflow-hidden rounded-xl border border-line bg-surface">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="block overflow-hidden bg-sunken">
        <Picture
          src={article.imageUrl}
          alt=""
          sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 45vw, 92vw"
          priority={priority}
          className="aspect-16/9 w-full object-cover object-[50%_85%] transition-transform duration-300 group-hover:scale-[1.02]"
        />
      </Link>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <p className="text-sm text-ink-soft">
          <time dateTime={article.publishedAt}>{displayBlogDate(article.publishedAt)}</time>
        </p>
        <h2 className="text-xl leading-snug">
          <Link to={path} className="underline-offset-4 hover:underline">
            {article.title}
          </Link>
        </h2>
        <p className="text-[0.9375rem] text-ink-soft">{article.excerpt}</p>
        <p className="mt-auto pt-2">
          <Link
            to={path}
            className="inline-flex min-h-8 items-center font-medium text-moss underline underline-offset-4"
          >
            Read More <span className="sr-only">about “{article.title}”</span>
          </Link>
        </p>
      </div>
    </article>
  );
}

/** Cards in the first row of a wide screen. */
const FIRST_SEEN = 3;

/** The articles. When more are loaded, the focus moves to the first new one. */
function ArticleGrid({ articles }: { articles: Article[] }) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(articles);
  useEffect(() => {
    const previous = before.current;
    before.current = articles;
    const grown =
      articles.length > previous.length && previous.every(({ id }, index) => articles[index]?.id === id);
    if (!grown || previous.length === 0 || isTyping()) return;
    list.current?.children[previous.length]?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [articles]);
  return (
    <ul ref={list} className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {articles.map((article, index) => (
        <li key={article.id} id={articlePlace(index)} className="flex">
          <ArticleCard article={article} priority={index < FIRST_SEEN} />
        </li>
      ))}
    </ul>
  );
}

/** The id of a position in the grid, from 0, to which the page returns after a reload. */
function articlePlace(index: number): string {
  return `article-${index + 1}`;
}

/** Deleting a search letter by letter makes the list longer, too. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
