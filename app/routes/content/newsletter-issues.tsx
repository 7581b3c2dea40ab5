import { useLoaderData } from "@remix-run/react";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayBlogDate } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { listIssues } from "#server/newsletter/issues.server.ts";
import { sharedPage } from "#server/process/page.server.ts";

export const meta = pageMeta({
  title: "Past newsletters",
  description: "Every newsletter that we have sent, to read without giving an address.",
});

export const loader = sharedPage({ topics: contentTopics }, async ({ context }) => ({
  issues: await listIssues(context),
}));

export default function NewsletterIssues() {
  const { issues } = useLoaderData<typeof loader>();
  return (
    <div className="frame grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-6 py-12">
      <StructuredData
        trail={[
          ["Newsletter", "/newsletter"],
          ["Past newsletters", "/newsletter/issues"],
        ]}
      />
      <h1 className="text-title">Past newsletters</h1>
      {issues.length === 0 ? (
        <EmptyState title="No newsletter has been sent yet" headingLevel={2}>
          Each one stands here on the day it goes out.
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {issues.map(({ slug, subject, publishedAt }) => (
            <li key={slug} className="border-b border-line pb-4">
              <p className="text-sm text-ink-soft">
                <time dateTime={publishedAt}>{displayBlogDate(publishedAt)}</time>
              </p>
              <h2 className="mt-1 text-xl wrap-anywhere">
                <TextLink to={`/newsletter/issues/${slug}`}>{subject}</TextLink>
              </h2>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-3">
        <ButtonLink to="/newsletter">Subscribe</ButtonLink>
        <ButtonLink to="/newsletter/issues/rss.xml" reloadDocument variant="secondary">
          Feed (RSS)
        </ButtonLink>
      </p>
    </div>
  );
}
