import { Link } from "@remix-run/react";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { displayDate } from "#app/lib/display.ts";
import type { IssueState, StaffIssueRow } from "#server/newsletter/issue.schema.ts";

const states: Record<IssueState, { label: string; tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "neutral" },
  sending: { label: "Being sent", tone: "moss" },
  paused: { label: "Paused", tone: "clay" },
  stopped: { label: "Stopped", tone: "clay" },
  sent: { label: "Sent", tone: "moss" },
};

/** Where an issue stands. */
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
        <RowsTable caption="Issues of the newsletter, the newest first" rows={issues} columns={columns} />
      )}
    </section>
  );
}

const columns: Column<StaffIssueRow>[] = [
  {
    head: "Subject",
    cell: ({ id, subject }) => (
      <Link to={`/admin/content?tab=newsletter&issue=${id}`} data-open className="text-moss underline">
        {subject}
      </Link>
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
