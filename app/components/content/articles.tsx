import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Picture } from "#app/components/ui/picture.tsx";
import { displayBlogDate } from "#app/lib/display.ts";
import type { ArticleCard as Article } from "#server/content/find-content.server.ts";

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
export function ArticleGrid({ articles }: { articles: Article[] }) {
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
export function articlePlace(index: number): string {
  return `article-${index + 1}`;
}

/** Deleting a search letter by letter makes the list longer, too. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
