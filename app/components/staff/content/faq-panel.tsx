import { Link } from "@remix-run/react";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { faqCategories, type StaffFaqEntry } from "#server/content/content-views.ts";

/** All questions, the unpublished too, in the order of the Q&A page. */
export function FaqPanel({ first, loadedAt }: { first: StaffFaqEntry[]; loadedAt: number }) {
  const list = trpc.content.faq.useQuery(undefined, { initialData: first, initialDataUpdatedAt: loadedAt });
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
      <RowsTable caption="Questions, in the order of their page" rows={ordered} columns={columns} />
    </StaffPanel>
  );
}

const columns: Column<StaffFaqEntry>[] = [
  { head: "Category", cell: ({ category }) => category, className: "whitespace-nowrap" },
  { head: "Place", cell: ({ position }) => position, className: "tabular-nums" },
  {
    head: "Question",
    cell: ({ id, question }) => (
      <Link to={`/admin/content?tab=questions&question=${id}`} data-open className="text-moss underline">
        {question}
      </Link>
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
