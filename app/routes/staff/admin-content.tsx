import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  ArticleEditor,
  ArticlesPanel,
  FaqEditor,
  FaqPanel,
} from "#app/components/staff/content/articles-and-questions.tsx";
import { IssueEditor, IssuesPanel, SentIssue } from "#app/components/staff/content/newsletter-issues.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { articleList } from "#server/content/content.schema.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { findStaffIssue, listStaffIssues } from "#server/newsletter/issues.server.ts";
import { staffPage } from "#server/process/page.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

const selection = z
  .union([z.literal("new"), rowIdFromText])
  .optional()
  .catch(undefined);
const querySchema = z.object({
  tab: z.enum(["articles", "questions", "newsletter"]).catch("articles"),
  article: selection,
  question: selection,
  issue: selection,
});
type ContentQuery = z.output<typeof querySchema>;

export const meta = pageMeta({ title: "Blog and Q&A", noindex: true });

export const loader = staffPage("content.edit", async ({ context, url }) => {
  const query = querySchema.parse(Object.fromEntries(url.searchParams));
  const { queries, loaded } = queriesFor(context);
  const shown = await readShown(context, queries, query, url.searchParams);
  return { tab: query.tab, shown, loaded: loaded() };
});

async function readShown(
  context: Context,
  { content }: ReturnType<typeof queriesFor>["queries"],
  query: ContentQuery,
  search: URLSearchParams,
) {
  const { tab, article, question, issue } = query;
  if (tab === "newsletter") {
    if (issue === undefined) return { kind: "issues", issues: await listStaffIssues(context) } as const;
    return { kind: "issue", issue: issue === "new" ? null : await findStaffIssue(context, issue) } as const;
  }
  if (tab === "articles") {
    if (article === undefined) {
      const asked = articleList.read(search);
      await content.articles.fetch(asked);
      return { kind: "articles", after: asked.after } as const;
    }
    return {
      kind: "article",
      article: article === "new" ? null : await content.article.fetch({ id: article }),
    } as const;
  }
  const entries = await content.faq.fetch();
  if (question === undefined) return { kind: "questions" } as const;
  if (question === "new") return { kind: "question", entry: null } as const;
  const entry = entries.find((one) => one.id === question);
  if (!entry) throw new ShopError("not_found", "Question not found");
  return { kind: "question", entry } as const;
}

export default function AdminContent() {
  const { tab, loaded } = useLoaderData<typeof loader>();
  return (
    <StaffQueries loaded={loaded}>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <h1 className="text-2xl">Blog and Q&A</h1>
        </header>
        <Tabs
          label="Blog and Q&A"
          tabs={[
            { label: "Articles", to: "/admin/content", current: tab === "articles" },
            { label: "Questions", to: "/admin/content?tab=questions", current: tab === "questions" },
            { label: "Newsletter", to: "/admin/content?tab=newsletter", current: tab === "newsletter" },
          ]}
        />
        <Shown />
      </div>
    </StaffQueries>
  );
}

function Shown() {
  const { shown } = useLoaderData<typeof loader>();
  switch (shown.kind) {
    case "articles":
      return <ArticlesPanel key={shown.after} />;
    case "article":
      return <ArticleEditor key={shown.article?.id ?? "new"} article={shown.article} />;
    case "issues":
      return <IssuesPanel issues={shown.issues} />;
    case "issue": {
      const { issue } = shown;
      if (issue && issue.state !== "draft") return <SentIssue key={issue.id} issue={issue} />;
      return <IssueEditor key={issue?.id ?? "new"} issue={issue} />;
    }
    case "questions":
      return <FaqPanel />;
    case "question":
      return <FaqEditor key={shown.entry?.id ?? "new"} entry={shown.entry} />;
  }
}
