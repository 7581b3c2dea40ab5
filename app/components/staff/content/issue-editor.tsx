import { Link, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { type CommandFields, CommandForm, NotSavedYet } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField, TextField } from "#app/components/ui/fields.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { issueCommands, type StaffIssue, sendIssueForm } from "#server/newsletter/issue.schema.ts";
import { MarkdownField } from "./markdown-field.tsx";

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
        keepsTexts
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
        {(form) => <IssueFields issue={issue} {...form} />}
      </CommandForm>
      {issue && (
        <div className="contents peer-[:not([data-unsaved=no])]:hidden">
          <SavedDraft key={issue.version} issue={issue} />
        </div>
      )}
    </div>
  );
}

interface IssueFieldsProps extends CommandFields {
  issue: StaffIssue | null;
}

function IssueFields({ issue, isUnsaved, field, submit }: IssueFieldsProps) {
  const [body, setBody] = useState(issue?.body ?? "");
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{issue ? `Edit “${issue.subject}”` : "New issue"}</h2>
        <Link to={ISSUES} className="text-sm text-moss underline">
          All issues
        </Link>
      </header>
      <TextField
        label="Subject"
        field={field("subject", issue?.subject)}
        hint="The subject of the mail, and the title of its page."
      />
      <MarkdownField
        label="Text"
        name="body"
        value={body}
        onChange={setBody}
        errors={field("body").errors}
        rows={20}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button {...submit}>Save draft</Button>
        <NotSavedYet isUnsaved={isUnsaved} />
      </div>
    </>
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
  const seen = { id, seenVersion: version };
  return (
    <>
      <section aria-label="As it is saved" className="rounded-xl border border-line p-6">
        <p className="mb-4 font-semibold wrap-anywhere">{issue.subject}</p>
        <MarkdownText html={issue.html} />
      </section>
      {mayWrite && (
        <CommandForm command={issueCommands.test} hidden={seen} button="Send a test to me" look="secondary" />
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
              hidden={{ ...seen, recipients: confirmed }}
              label="Send"
            >
              {({ field, submit }) => (
                <>
                  <p className="text-ink-soft">
                    Once it is sent it cannot be changed, and everybody can read it on the site.
                  </p>
                  <CheckboxField label={`Yes, mail it to ${people}`} field={field("agreed")} />
                  <Button {...submit} className="w-fit">
                    Send to {people}
                  </Button>
                </>
              )}
            </CommandForm>
          )}
        </section>
      )}
      {mayWrite && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center">Delete this draft</summary>
          <CommandForm
            command={issueCommands.remove}
            hidden={seen}
            button="Delete the draft"
            look="danger"
            onDone={() => navigate(ISSUES, { replace: true })}
          />
        </details>
      )}
    </>
  );
}
