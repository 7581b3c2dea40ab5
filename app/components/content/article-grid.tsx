import { useEffect, useRef } from "react";
import type { ArticleCard as Article } from "#server/content/content-views.ts";
import { ArticleCard } from "./article-card.tsx";

/** How many cards stand in the first row of a wide screen. */
const FIRST_SEEN = 3;

/** The articles; when more are loaded, the focus goes to the first of the new ones. */
export function ArticleGrid({ articles }: { articles: Article[] }) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(articles);
  useEffect(() => {
    const known = before.current;
    before.current = articles;
    const grown =
      articles.length > known.length && known.every(({ id }, index) => articles[index]?.id === id);
    if (!grown || known.length === 0 || isTyping()) return;
    list.current?.children[known.length]?.querySelector<HTMLElement>("h2 a")?.focus();
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

/** The id of a place in the grid, from 0: where a page that was loaded anew goes on. */
export function articlePlace(index: number): string {
  return `article-${index + 1}`;
}

/** A search that is taken back letter by letter makes the list longer, too. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
