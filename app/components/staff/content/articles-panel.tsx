import { Link } from "@remix-run/react";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { displayDate } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { articleList } from "#server/content/content.schema.ts";
import type { StaffArticlePage, StaffArticleRow } from "#server/content/content-views.ts";

/** All articles with their drafts, the newest first. */
export function ArticlesPanel({ first, loadedAt }: { first: StaffArticlePage; loadedAt: number }) {
  const { asked } = useAsked(articleList);
  const list = trpc.content.articles.useQuery(asked, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const { articles, next } = list.data;
  return (
    <StaffList
      id="articles"
      title="Articles"
      what="articles"
      query={articleList}
      list={list}
      actions={
        <ButtonLink to="/admin/content?article=new" size="small">
          New article
        </ButtonLink>
      }
      count={articles.length}
      none={{
        title: "No articles yet",
        text: "An article begins as a draft that nobody else sees. Publish it, and it stands on the blog, in its feed and in the sitemap.",
      }}
      next={next}
    >
      <RowsTable caption="Articles, the newest first" rows={articles} columns={columns} />
    </StaffList>
  );
}

const columns: Column<StaffArticleRow>[] = [
  {
    head: "Title",
    cell: ({ id, title }) => (
      <Link to={`/admin/content?article=${id}`} data-open className="text-moss underline">
        {title}
      </Link>
    ),
    className: "min-w-56",
  },
  {
    head: "State",
    cell: ({ status }) => (
      <Badge tone={status === "published" ? "moss" : "neutral"}>
        {status === "published" ? "Published" : "Draft"}
      </Badge>
    ),
  },
  {
    head: "First published",
    cell: ({ publishedAt }) => (publishedAt ? displayDate(publishedAt) : "not yet"),
    className: "whitespace-nowrap",
  },
  { head: "Changed", cell: ({ updatedAt }) => displayDate(updatedAt), className: "whitespace-nowrap" },
];
