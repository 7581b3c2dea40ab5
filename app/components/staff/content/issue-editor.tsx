import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CheckboxField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";
import { issueCommands, type StaffIssue } from "#server/newsletter/issue.schema.ts";
import { UnsavedGuard } from "../typed/unsaved-guard.tsx";
import { MarkdownField } from "./markdown-field.tsx";
import { useDraft } from "./use-draft.ts";

interface IssueEditorProps {
  issue: StaffIssue | null;
  /** A form that came back. */
  answer: RefusedForm | undefined;
}

/** Writes an issue of the newsletter, and beside it what can be done with one that is saved. */
export function IssueEditor({ issue, answer }: IssueEditorProps) {
  const came = answer?.intent === issueCommands.save.name ? answer : undefined;
  const mistakes = came?.result.error ?? {};
  const { typed, set, dirty } = useDraft(came ? typedIn(came) : textsOf(issue));
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-8">
      <UnsavedGuard dirty={dirty} />
      <IssueForm command={issueCommands.save} label="Newsletter" className="grid gap-5">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{issue ? `Edit “${issue.subject}”` : "New issue"}</h2>
          <Link to="/admin/content?tab=newsletter" className="text-sm text-moss underline">
            All issues
          </Link>
        </header>
        {issue && <Seen issue={issue} />}
        {came?.refusal && <Notice tone="error" title={came.refusal} />}
        <TextField
          label="Subject"
          name="subject"
          hint="The subject of the mail, and the title of its page."
          value={typed.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
          errors={mistakes.subject ?? undefined}
          maxLength={200}
          required
        />
        <MarkdownField
          label="Text"
          name="body"
          value={typed.body}
          onChange={(body) => set({ body })}
          errors={mistakes.body ?? undefined}
          rows={20}
        />
        <div className="flex flex-wrap items-center gap-3">
          <IssueButton command={issueCommands.save}>Save draft</IssueButton>
          <p role="status" className="text-sm text-ink-soft">
            {dirty && "Not saved yet"}
          </p>
        </div>
      </IssueForm>
      {issue && !dirty && <SavedDraft issue={issue} answer={answer} />}
    </div>
  );
}

/** What was typed, where the page comes back without JavaScript. */
function typedIn({ result: { initialValue } }: RefusedForm) {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { subject: text(initialValue?.subject), body: text(initialValue?.body) };
}

function textsOf(issue: StaffIssue | null) {
  return { subject: issue?.subject ?? "", body: issue?.body ?? "" };
}

/** The saved draft as readers will see it: what is tested, sent or deleted is this. */
function SavedDraft({ issue, answer }: { issue: StaffIssue; answer: RefusedForm | undefined }) {
  const maySend = useMay(issueCommands.send.permission);
  const mayWrite = useMay(issueCommands.save.permission);
  const { confirmed, leftOutOfDemo } = issue;
  const people = `${confirmed} confirmed ${confirmed === 1 ? "address" : "addresses"}`;
  const refusal = answer && answer.intent !== issueCommands.save.name ? answer.refusal : null;
  return (
    <>
      <section aria-label="As it is saved" className="rounded-xl border border-line p-6">
        <p className="mb-4 font-semibold wrap-anywhere">{issue.subject}</p>
        <MarkdownText html={issue.html} />
      </section>
      {refusal && <Notice tone="error" title={refusal} />}
      {mayWrite && (
        <IssueForm command={issueCommands.test} label="Test">
          <Seen issue={issue} />
          <IssueButton command={issueCommands.test} variant="secondary">
            Send a test to me
          </IssueButton>
        </IssueForm>
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
            <IssueForm command={issueCommands.send} label="Send" className="grid gap-4">
              <Seen issue={issue} />
              <input type="hidden" name="recipients" value={confirmed} />
              <p className="text-ink-soft">
                Once it is sent it cannot be changed, and everybody can read it on the site.
              </p>
              <CheckboxField label={`Yes, mail it to ${people}`} name="agreed" required />
              <IssueButton command={issueCommands.send} className="w-fit">
                Send to {people}
              </IssueButton>
            </IssueForm>
          )}
        </section>
      )}
      {mayWrite && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center">Delete this draft</summary>
          <IssueForm command={issueCommands.remove} label="Delete">
            <Seen issue={issue} />
            <IssueButton command={issueCommands.remove} variant="danger" size="small">
              Delete the draft
            </IssueButton>
          </IssueForm>
        </details>
      )}
    </>
  );
}

/** What the person saw: when it is no longer so, they are told instead of obeyed. */
function Seen({ issue: { id, version } }: { issue: StaffIssue }) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seenVersion" value={version} />
    </>
  );
}

interface IssueButtonProps extends ComponentProps<typeof Button> {
  command: Pick<CommandDefinition, "name">;
  /** What the form says besides, where a page has several forms of one command. */
  besides?: Record<string, string>;
}

/** The button of an `IssueForm`: it tells that its own form is under way, and takes no second press meanwhile. */
export function IssueButton({ command, besides = {}, ...button }: IssueButtonProps) {
  const { formData: submitted, state } = useNavigation();
  const isSent =
    state !== "idle" &&
    submitted?.get("intent") === command.name &&
    Object.entries(besides).every(([name, value]) => submitted.get(name) === value);
  return <Button pending={isSent} {...button} />;
}

interface IssueFormProps {
  command: CommandDefinition;
  label: string;
  className?: string;
  children: ReactNode;
}

/** A form that posts itself, with or without JavaScript. */
export function IssueForm({ command, label, children, ...form }: IssueFormProps) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={pathname + search} aria-label={label} preventScrollReset {...form}>
      <input type="hidden" name="intent" value={command.name} />
      {children}
    </Form>
  );
}
