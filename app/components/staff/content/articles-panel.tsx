import { Link } from "@remix-run/react";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import type { StaffArticlePage } from "#server/content/content-views.ts";
import { RefreshButton, RefreshRefused } from "../refresh-button.tsx";

interface ArticlesPanelProps {
  first: StaffArticlePage;
  cursor: number | undefined;
  loadedAt: number;
}

/** All articles with their drafts, the newest first. */
export function ArticlesPanel({ first, cursor, loadedAt }: ArticlesPanelProps) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = trpc.content.articles.useQuery(
    { cursor },
    { initialData: first, initialDataUpdatedAt: loadedAt },
  );
  return (
    <section aria-labelledby="articles" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="articles" className="text-xl">
          Articles
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <RefreshButton updatedAt={dataUpdatedAt} refreshing={isFetching} onRefresh={() => void refetch()} />
          <ButtonLink to="/admin/content?article=new" size="small">
            New article
          </ButtonLink>
        </div>
      </header>
      <RefreshRefused what="the articles" error={error} />
      {data.articles.length === 0 ? (
        <EmptyState title="No articles yet" headingLevel={3}>
          An article begins as a draft that nobody else sees. Publish it, and it stands on the blog, in its
          feed and in the sitemap.
        </EmptyState>
      ) : (
        <Table caption="Articles, the newest first">
          <thead>
            <tr>
              <HeadCell>Title</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>First published</HeadCell>
              <HeadCell>Changed</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.articles.map((article) => (
              <tr key={article.id} className="hover:bg-sunken">
                <Cell className="min-w-56 py-2!">
                  <Link to={`/admin/content?article=${article.id}`} className="text-moss underline">
                    {article.title}
                  </Link>
                </Cell>
                <Cell className="py-2!">
                  <Badge tone={article.status === "published" ? "moss" : "neutral"}>
                    {article.status === "published" ? "Published" : "Draft"}
                  </Badge>
                </Cell>
                <Cell className="py-2! whitespace-nowrap">
                  {article.publishedAt ? displayDate(article.publishedAt) : "not yet"}
                </Cell>
                <Cell className="py-2! whitespace-nowrap">{displayDate(article.updatedAt)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data.nextCursor !== null && (
        <ButtonLink
          to={`/admin/content?cursor=${data.nextCursor}`}
          rel="next"
          variant="secondary"
          size="small"
          className="justify-self-center"
        >
          Older
        </ButtonLink>
      )}
    </section>
  );
}
