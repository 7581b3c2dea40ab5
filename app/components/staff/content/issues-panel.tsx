import { Link } from "@remix-run/react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
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
        <Table caption="Issues of the newsletter, the newest first">
          <thead>
            <tr>
              <HeadCell>Subject</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>First sent</HeadCell>
              <HeadCell>Changed</HeadCell>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ id, subject, state, startedAt, updatedAt }) => (
              <tr key={id} className="hover:bg-sunken">
                <Cell className="min-w-56 py-2!">
                  <Link to={`/admin/content?tab=newsletter&issue=${id}`} className="text-moss underline">
                    {subject}
                  </Link>
                </Cell>
                <Cell className="py-2!">
                  <IssueStateBadge state={state} />
                </Cell>
                <Cell className="py-2! whitespace-nowrap">
                  {startedAt ? displayDate(startedAt) : "not yet"}
                </Cell>
                <Cell className="py-2! whitespace-nowrap">{displayDate(updatedAt)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
