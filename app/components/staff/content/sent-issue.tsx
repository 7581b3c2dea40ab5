import { Link, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { useMay } from "#app/lib/use-may.ts";
import { issueCommands, type StaffIssue } from "#server/newsletter/issue.schema.ts";
import { IssueStateBadge } from "./content-lists.tsx";

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
          <Link to={`/newsletter/issues/${slug}`} className="text-moss underline">
            See it on the site
          </Link>
          <Link to="/admin/content?tab=newsletter" className="text-moss underline">
            All issues
          </Link>
        </p>
      </header>
      <p className="text-sm text-ink-soft">
        {createdBy && `Written by ${createdBy}. `}
        {startedAt && `Sending began on ${displayDate(startedAt)}, ${displayTime(startedAt)}. `}
        {sentAt && `The last wave was written on ${displayDate(sentAt)}, ${displayTime(sentAt)}.`}
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
