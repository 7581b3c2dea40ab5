import { asLoaded } from "#app/components/staff/dashboard-tab.tsx";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink, TextLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { displayDate } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { articleList } from "#server/content/content.schema.ts";
import {
  faqCategories,
  type StaffArticlePage,
  type StaffArticleRow,
  type StaffFaqEntry,
} from "#server/content/content-views.ts";
import type { IssueState, StaffIssueRow } from "#server/newsletter/issue.schema.ts";

export function ArticlesPanel({ first, loadedAt }: { first: StaffArticlePage; loadedAt: number }) {
  const { asked } = useAsked(articleList);
  const list = trpc.content.articles.useQuery(asked, asLoaded(first, loadedAt));
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
      <RowsTable caption="Articles, the newest first" rows={articles} columns={articleColumns} />
    </StaffList>
  );
}

const articleColumns: Column<StaffArticleRow>[] = [
  {
    head: "Title",
    cell: ({ id, title }) => (
      <TextLink to={`/admin/content?article=${id}`} data-open>
        {title}
      </TextLink>
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

/** All questions, the unpublished too, in the order of the Q&A page. */
export function FaqPanel({ first, loadedAt }: { first: StaffFaqEntry[]; loadedAt: number }) {
  const list = trpc.content.faq.useQuery(undefined, asLoaded(first, loadedAt));
  const ordered = faqCategories.flatMap((category) =>
    list.data.filter((entry) => entry.category === category),
  );
  return (
    <StaffPanel
      id="questions"
      title="Questions and Answers"
      what="the questions"
      list={list}
      actions={
        <ButtonLink to="/admin/content?tab=questions&question=new" size="small">
          New question
        </ButtonLink>
      }
    >
      <RowsTable caption="Questions, in the order of their page" rows={ordered} columns={questionColumns} />
    </StaffPanel>
  );
}

const questionColumns: Column<StaffFaqEntry>[] = [
  { head: "Category", cell: ({ category }) => category, className: "whitespace-nowrap" },
  { head: "Place", cell: ({ position }) => position, className: "tabular-nums" },
  {
    head: "Question",
    cell: ({ id, question }) => (
      <TextLink to={`/admin/content?tab=questions&question=${id}`} data-open>
        {question}
      </TextLink>
    ),
    className: "min-w-56",
  },
  {
    head: "State",
    cell: ({ published }) => (
      <Badge tone={published ? "moss" : "neutral"}>{published ? "Published" : "Draft"}</Badge>
    ),
  },
];

const states: Record<IssueState, { label: string; tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "neutral" },
  sending: { label: "Being sent", tone: "moss" },
  paused: { label: "Paused", tone: "clay" },
  stopped: { label: "Stopped", tone: "clay" },
  sent: { label: "Sent", tone: "moss" },
};

export function IssueStateBadge({ state }: { state: IssueState }) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>;
}

/** All issues of the newsletter with their drafts, the newest first. */
export function IssuesPanel({ issues }: { issues: StaffIssueRow[] }) {
  return (
    <section aria-labelledby="issues" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="issues" className="text-xl">
          Newsletter
        </h2>
        <ButtonLink to="/admin/content?tab=newsletter&issue=new" size="small">
          New issue
        </ButtonLink>
      </header>
      {issues.length === 0 ? (
        <EmptyState title="No newsletter yet" headingLevel={3}>
          An issue goes by email to everybody who has confirmed their address, and stays on the site for all
          to read.
        </EmptyState>
      ) : (
        <RowsTable
          caption="Issues of the newsletter, the newest first"
          rows={issues}
          columns={issueColumns}
        />
      )}
    </section>
  );
}

const issueColumns: Column<StaffIssueRow>[] = [
  {
    head: "Subject",
    cell: ({ id, subject }) => (
      <TextLink to={`/admin/content?tab=newsletter&issue=${id}`} data-open>
        {subject}
      </TextLink>
    ),
    className: "min-w-56",
  },
  { head: "State", cell: ({ state }) => <IssueStateBadge state={state} /> },
  {
    head: "First sent",
    cell: ({ startedAt }) => (startedAt ? displayDate(startedAt) : "not yet"),
    className: "whitespace-nowrap",
  },
  { head: "Changed", cell: ({ updatedAt }) => displayDate(updatedAt), className: "whitespace-nowrap" },
];
