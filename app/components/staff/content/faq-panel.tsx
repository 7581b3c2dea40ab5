import { Link } from "@remix-run/react";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { faqCategories, type StaffFaqEntry } from "#server/content/content-views.ts";
import { RefreshButton, RefreshRefused } from "../refresh-button.tsx";

/** All questions, the unpublished too, in the order of the Q&A page. */
export function FaqPanel({ first, loadedAt }: { first: StaffFaqEntry[]; loadedAt: number }) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = trpc.content.faq.useQuery(undefined, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const ordered = faqCategories.flatMap((category) => data.filter((entry) => entry.category === category));
  return (
    <section aria-labelledby="questions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="questions" className="text-xl">
          Questions and Answers
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <RefreshButton updatedAt={dataUpdatedAt} refreshing={isFetching} onRefresh={() => void refetch()} />
          <ButtonLink to="/admin/content?tab=questions&question=new" size="small">
            New question
          </ButtonLink>
        </div>
      </header>
      <RefreshRefused what="the questions" error={error} />
      <Table caption="Questions, in the order of their page">
        <thead>
          <tr>
            <HeadCell>Category</HeadCell>
            <HeadCell>Place</HeadCell>
            <HeadCell>Question</HeadCell>
            <HeadCell>State</HeadCell>
          </tr>
        </thead>
        <tbody>
          {ordered.map((entry) => (
            <tr key={entry.id} className="hover:bg-sunken">
              <Cell className="py-2! whitespace-nowrap">{entry.category}</Cell>
              <Cell className="py-2! tabular-nums">{entry.position}</Cell>
              <Cell className="min-w-56 py-2!">
                <Link
                  to={`/admin/content?tab=questions&question=${entry.id}`}
                  className="text-moss underline"
                >
                  {entry.question}
                </Link>
              </Cell>
              <Cell className="py-2!">
                <Badge tone={entry.published ? "moss" : "neutral"}>
                  {entry.published ? "Published" : "Draft"}
                </Badge>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
