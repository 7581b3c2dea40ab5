import { Link, useSearchParams } from "@remix-run/react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField } from "#app/components/ui/fields.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import {
  type EmailOutline,
  type EmailSearch,
  type EmailState,
  type EmailView,
  emailCommands,
  emailSearchParameters,
  emailStates,
  parseEmailSearch,
} from "#server/email/email-search.ts";
import type { EmailsPage } from "#server/email/search-emails.server.ts";
import { type DashboardPanelProps, idIn, NoSuchRow, type OpenedRow } from "./dashboard-tab.tsx";
import { EmailPreview } from "./email-preview.tsx";
import { ListSearch, SearchTextField } from "./list-search.tsx";
import { SelectBox, SelectionBar, SelectionCommand } from "./selection/selection.tsx";
import { OlderLink, StaffPanel } from "./staff-panel.tsx";

/** The form that the boxes of the rows belong to. */
const SELECTED_EMAILS = "selected-emails";

interface EmailsFirst extends OpenedRow<EmailView> {
  page: EmailsPage;
}

/** The Emails tab: everything the shop has written, whether it has gone, and if not, why. */
export default function EmailsPanel({ first, loadedAt, answer }: DashboardPanelProps<EmailsFirst>) {
  const [parameters, setParameters] = useSearchParams();
  const search = parseEmailSearch(parameters);
  const utils = trpc.useUtils();
  const list = trpc.emails.search.useQuery(search, {
    initialData: first.page,
    initialDataUpdatedAt: loadedAt,
  });
  const { data } = list;
  const mayResend = useMay(emailCommands.resendMany.permission);
  const isNarrowed = String(emailSearchParameters(search)) !== "";
  const asked = idIn(parameters, "email");
  const missing = asked === first.missing ? asked : null;
  const emailId = missing === null ? asked : null;
  const closed = new URLSearchParams(parameters);
  closed.delete("email");
  const close = () => setParameters(closed, { preventScrollReset: true });
  return (
    <StaffPanel
      id="emails"
      title="Emails"
      list={list}
      onRefresh={() => utils.emails.invalidate()}
      search={<SearchForm search={search} />}
      what="the emails"
    >
      <NoSuchRow what="email" missing={missing} list={addressOf(search)} />
      {first.shown && (
        <noscript>
          <article className="rounded-xl border border-line bg-surface p-5">
            <EmailPreview email={first.shown} />
            <a href={addressOf(search)} className="mt-4 inline-block underline">
              Close the email
            </a>
          </article>
        </noscript>
      )}
      {data.emails.length === 0 ? (
        <EmptyState
          title={isNarrowed ? "No emails found" : "No emails yet"}
          headingLevel={3}
          action={
            isNarrowed && (
              <ButtonLink to={addressOf({})} variant="secondary" preventScrollReset>
                All emails
              </ButtonLink>
            )
          }
        >
          {isNarrowed
            ? "No email matches what you asked for."
            : "Everything that the shop writes to customers and staff stands here, from the first order on: whether it has gone, and if not, why."}
        </EmptyState>
      ) : (
        <>
          {mayResend && data.emails.some(canGoAgain) && (
            <SelectionBar
              id={SELECTED_EMAILS}
              what="emails"
              answer={answer}
              commands={[emailCommands.resendMany]}
            >
              <SelectionCommand command={emailCommands.resendMany}>Send again</SelectionCommand>
            </SelectionBar>
          )}
          <EmailsTable emails={data.emails} search={search} mayResend={mayResend} />
        </>
      )}
      <OlderLink of="Emails" to={data.next === null ? null : addressOf({ ...search, after: data.next })} />
      <EmailDialog
        emailId={emailId}
        known={data.emails.find(({ id }) => id === emailId)}
        loaded={first.shown}
        onClose={close}
      />
    </StaffPanel>
  );
}

const stateLabels: Record<EmailState, string> = {
  sent: "Sent",
  queued: "Queued",
  failed: "Failed",
  kept: "Kept in the outbox",
};
const stateTones: Record<EmailState, BadgeTone> = {
  sent: "moss",
  queued: "outline",
  failed: "clay",
  kept: "neutral",
};

function SearchForm({ search }: { search: EmailSearch }) {
  return (
    <ListSearch tab="emails" label="Emails" params={emailSearchParameters({ ...search, after: undefined })}>
      <SearchTextField label="Recipient" name="recipient" maxLength={254} defaultValue={search.recipient} />
      <SelectField
        label="State"
        name="state"
        defaultValue={search.state}
        options={[
          { value: "", label: "Any" },
          ...emailStates.map((state) => ({ value: state, label: stateLabels[state] })),
        ]}
      />
    </ListSearch>
  );
}

/** It was tried, or nobody could try it. What waits is tried anyhow. */
function canGoAgain({ state }: EmailOutline): boolean {
  return state === "failed" || state === "kept";
}

interface EmailsTableProps {
  emails: EmailOutline[];
  search: EmailSearch;
  mayResend: boolean;
}

function EmailsTable({ emails, search, mayResend }: EmailsTableProps) {
  return (
    <Table caption="Emails, the newest first">
      <thead>
        <tr>
          <HeadCell>State</HeadCell>
          <HeadCell>Recipient</HeadCell>
          <HeadCell>Subject</HeadCell>
          <HeadCell>Written</HeadCell>
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <tr key={email.id} data-row={email.id} className="hover:bg-sunken">
            <Cell className="py-2!">
              <span className="flex items-center gap-3">
                {mayResend && canGoAgain(email) && (
                  <SelectBox
                    form={SELECTED_EMAILS}
                    name="email"
                    id={email.id}
                    label={`${email.subject} to ${email.recipient}`}
                  />
                )}
                <Badge tone={stateTones[email.state]} className="whitespace-nowrap">
                  {stateLabels[email.state]}
                </Badge>
              </span>
              {email.state === "failed" && (
                <span className="mt-1 block max-w-72 text-sm wrap-anywhere text-clay">{email.failure}</span>
              )}
            </Cell>
            <Cell className="min-w-60 py-2! wrap-anywhere">{email.recipient}</Cell>
            <Cell className="min-w-56 py-2!">
              <Link
                to={`${addressOf(search)}&email=${email.id}`}
                preventScrollReset
                data-open
                className="text-moss underline"
              >
                {email.subject}
              </Link>
            </Cell>
            <Cell className="py-2! whitespace-nowrap text-ink-soft tabular-nums">
              {displayDate(email.createdAt)}, {displayTime(email.createdAt)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface EmailDialogProps {
  emailId: number | null;
  known: EmailOutline | undefined;
  loaded: EmailView | null;
  onClose: () => void;
}

function EmailDialog({ emailId, known, loaded, onClose }: EmailDialogProps) {
  return (
    <Dialog
      open={emailId !== null}
      onClose={onClose}
      title={known?.subject ?? loaded?.subject ?? "Email"}
      className="w-[min(48rem,calc(100vw-2rem))]!"
    >
      {emailId !== null && (
        <LoadedEmail key={emailId} id={emailId} loaded={loaded?.id === emailId ? loaded : undefined} />
      )}
    </Dialog>
  );
}

function LoadedEmail({ id, loaded }: { id: number; loaded: EmailView | undefined }) {
  const { data, error } = trpc.emails.byId.useQuery({ id }, { initialData: loaded });
  return <EmailPreview email={data} error={error} />;
}

function addressOf(search: Partial<EmailSearch>): string {
  const parameters = emailSearchParameters(search).toString();
  return `/admin?tab=emails${parameters ? `&${parameters}` : ""}`;
}
