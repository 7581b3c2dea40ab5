import { Link, useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { displayBlogDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { structuredIssue } from "#server/content/structured-content.ts";
import { ShopError } from "#server/core/errors.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { findIssue } from "#server/newsletter/issues.server.ts";
import { sharedPage } from "#server/process/page.server.ts";

export const meta = pageMeta<typeof loader>(({ issue }) => ({
  title: issue.subject,
  description: `Our newsletter of ${displayBlogDate(issue.publishedAt)}: ${issue.subject}`,
  type: "article",
  publishedAt: issue.publishedAt,
}));

export const loader = sharedPage({ topics: contentTopics }, async ({ context, params }) => {
  const issue = await findIssue(context, params.slug ?? "");
  if (!issue) throw new ShopError("not_found", "There is no such newsletter.");
  return { issue };
});

export default function NewsletterIssue() {
  const { issue } = useLoaderData<typeof loader>();
  const { slug, subject, publishedAt, html } = issue;
  return (
    <article className="frame grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-8 py-6 lg:py-12">
      <StructuredData
        describe={
          import.meta.env.SSR &&
          (({ store, publicUrl }) => [structuredIssue(issue, { storeName: store.storeName, publicUrl })])
        }
        trail={[
          ["Past newsletters", "/newsletter/issues"],
          [subject, `/newsletter/issues/${slug}`],
        ]}
      />
      <header>
        <Link
          to="/newsletter/issues"
          className="inline-flex min-h-11 items-center gap-2 font-medium underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" /> Past newsletters
        </Link>
        <p className="mt-4 text-sm text-ink-soft">
          <time dateTime={publishedAt}>{displayBlogDate(publishedAt)}</time>
        </p>
        <h1 className="mt-3 text-title wrap-anywhere">{subject}</h1>
      </header>
      <MarkdownText html={html} className="text-lg" />
      <p>
        <ButtonLink to="/newsletter">Get the next one by email</ButtonLink>
      </p>
    </article>
  );
}
