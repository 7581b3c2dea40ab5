import { Link, useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { CheckboxField, TextField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { StaffIssue, StaffIssueRow } from "#server/newsletter/issues.server.ts";
import { type IssueState, issueCommands, sendIssueForm } from "#server/newsletter/newsletter.schema.ts";
import { MarkdownField } from "../kit/form-fields.tsx";

const ISSUES = "/admin/content?tab=newsletter";

/** Writes an issue of the newsletter, and beside it what can be done with one that is saved. */
export function IssueEditor({ issue }: { issue: StaffIssue | null }) {
  const navigate = useNavigate();
  const { subject = "", body = "" } = issue ?? {};
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
      <CommandForm
        command={issueCommands.save}
        label="Newsletter"
        className="peer grid gap-5"
        closes={!issue}
        shown={{ subject, body }}
        {...(issue && {
          hidden: { id: issue.id },
          version: { name: "seenVersion", current: issue.version },
        })}
        onDone={({ id }) => {
          if (!issue) navigate(`${ISSUES}&issue=${id}`, { replace: true });
        }}
      >
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{issue ? `Edit “${issue.subject}”` : "New issue"}</h2>
          <Link to={ISSUES} className="text-sm text-moss underline">
            All issues
          </Link>
        </header>
        <TextField
          label="Subject"
          field="subject"
          hint="The subject of the mail, and the title of its page."
        />
        <MarkdownField label="Text" name="body" rows={20} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton>Save draft</SubmitButton>
          <NotSavedYet />
        </div>
      </CommandForm>
      {issue && (
        <div className="contents peer-[:not([data-unsaved=no])]:hidden">
          <SavedDraft key={issue.version} issue={issue} />
        </div>
      )}
    </div>
  );
}

/** The saved draft as readers will see it: what is tested, sent or deleted is this. */
function SavedDraft({ issue }: { issue: StaffIssue }) {
  const maySend = useMay(issueCommands.send.permission);
  const mayWrite = useMay(issueCommands.save.permission);
  const navigate = useNavigate();
  const { id, version, confirmed, leftOutOfDemo } = issue;
  const people = `${confirmed} confirmed ${confirmed === 1 ? "address" : "addresses"}`;
  // What the person saw: when it is no longer so, they are told instead of obeyed.
  const expected = { id, seenVersion: version };
  return (
    <>
      <section aria-label="As it is saved" className="rounded-xl border border-line p-6">
        <p className="mb-4 font-semibold wrap-anywhere">{issue.subject}</p>
        <MarkdownText html={issue.html} />
      </section>
      {mayWrite && (
        <CommandForm
          command={issueCommands.test}
          hidden={expected}
          button="Send a test to me"
          look="secondary"
        />
      )}
      {maySend && (
        <section aria-labelledby="send-issue" className="grid gap-4 rounded-xl border border-line p-6">
          <h3 id="send-issue" className="text-lg">
            Send to {people}
          </h3>
          {leftOutOfDemo > 0 && (
            <p className="text-ink-soft">
              {leftOutOfDemo} confirmed {leftOutOfDemo === 1 ? "address" : "addresses"} of the demo data{" "}
              {leftOutOfDemo === 1 ? "gets" : "get"} no mail.
            </p>
          )}
          {confirmed === 0 ? (
            <p className="text-ink-soft">Nobody has confirmed an address yet.</p>
          ) : (
            <CommandForm
              command={issueCommands.send}
              schema={sendIssueForm}
              hidden={{ ...expected, recipients: confirmed }}
              label="Send"
            >
              <p className="text-ink-soft">
                Once it is sent it cannot be changed, and everybody can read it on the site.
              </p>
              <CheckboxField label={`Yes, mail it to ${people}`} field="agreed" />
              <SubmitButton className="w-fit">Send to {people}</SubmitButton>
            </CommandForm>
          )}
        </section>
      )}
      {mayWrite && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center">Delete this draft</summary>
          <CommandForm
            command={issueCommands.remove}
            hidden={expected}
            button="Delete the draft"
            look="danger"
            onDone={() => navigate(ISSUES, { replace: true })}
          />
        </details>
      )}
    </>
  );
}

/** How often the page looks how far the mails have come. */
const LOOK_MILLISECONDS = 5000;

/** An issue that is being sent or was: how far it has come, and what can still be done. */
export function SentIssue({ issue }: { issue: StaffIssue }) {
  const { slug, subject, state, startedAt, sentAt, createdBy, html } = issue;
  return (
    <article aria-labelledby="sent-issue" className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sent-issue" className="text-xl wrap-anywhere">
          {subject} <IssueStateBadge state={state} />
        </h2>
        <p className="flex flex-wrap gap-4 text-sm">
          <TextLink to={`/newsletter/issues/${slug}`}>See it on the site</TextLink>
          <TextLink to="/admin/content?tab=newsletter">All issues</TextLink>
        </p>
      </header>
      <p className="text-sm text-ink-soft">
        {createdBy && `Written by ${createdBy}. `}
        {startedAt && `Sending began on ${displayMoment(startedAt)}. `}
        {sentAt && `The last wave was written on ${displayMoment(sentAt)}.`}
      </p>
      <Progress issue={issue} />
      <section aria-label="Text" className="rounded-xl border border-line p-6">
        <MarkdownText html={html} />
      </section>
    </article>
  );
}

function Progress({ issue: { id, state, progress } }: { issue: StaffIssue }) {
  const maySteer = useMay(issueCommands.steer.permission);
  const { revalidate } = useRevalidator();
  const goesOn = state === "sending" || (progress !== null && progress.waiting > 0 && state !== "paused");
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(revalidate, LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [goesOn, revalidate]);
  if (!progress) return null;
  const { sent, waiting, skipped, failed } = progress;
  const figures = [
    ["Sent", sent],
    ["Waiting", waiting],
    ["Not sent", failed.reduce((sum, { count }) => sum + count, 0)],
    ["Left out", skipped],
  ] as const;
  return (
    <section aria-label="Progress" className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([label, count]) => (
          <div key={label} className="rounded-lg border border-line bg-surface p-4">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-2xl">{count}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">Why mails are not sent:</p>
          <ul className="list-disc pl-5">
            {failed.map(({ reason, count }) => (
              <li key={reason} className="wrap-anywhere">
                {count}: {reason}
              </li>
            ))}
          </ul>
          <p className="text-ink-soft">
            Refused mails are tried again by themselves;{" "}
            <Link to="/admin?tab=emails&state=failed" className="underline">
              the Emails tab
            </Link>{" "}
            sends one at once.
          </p>
        </div>
      )}
      <p className="text-sm text-ink-soft">
        Left out are those who unsubscribed or deleted their account before it was their turn, and addresses
        of the demo data.
      </p>
      {maySteer && (state === "sending" || state === "paused") && (
        <div className="flex flex-wrap gap-3">
          {state === "sending" ? (
            <Steer id={id} to="paused" label="Pause" />
          ) : (
            <Steer id={id} to="sending" label="Continue" />
          )}
          <Steer id={id} to="stopped" label="Stop for good" />
          <ButtonLink to={`?tab=newsletter&issue=${id}`} variant="quiet">
            Look again
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function Steer({ id, to, label }: { id: number; to: string; label: string }) {
  return (
    <CommandForm
      command={issueCommands.steer}
      hidden={{ id, to }}
      button={label}
      look={to === "stopped" ? "danger" : "secondary"}
    />
  );
}

const states: Record<IssueState, { label: string; tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "neutral" },
  sending: { label: "Being sent", tone: "moss" },
  paused: { label: "Paused", tone: "clay" },
  stopped: { label: "Stopped", tone: "clay" },
  sent: { label: "Sent", tone: "moss" },
};

function IssueStateBadge({ state }: { state: IssueState }) {
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
