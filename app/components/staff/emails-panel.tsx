import { Answer } from "#app/components/staff/staff-panel.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButton, TextLink } from "#app/components/ui/small-actions.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import {
  type EmailOutline,
  type EmailState,
  type EmailView,
  emailCommands,
  emailList,
  emailStates,
} from "#server/email/email-search.ts";
import { NoSuchRow, type PanelProps, useOpened } from "./dashboard-tab.tsx";
import { type Column, RowsTable, SelectBox, SelectionBar, SelectionCommand } from "./kit/rows-table.tsx";
import { Filter, StaffList, useAsked } from "./kit/staff-list.tsx";
import { useCommand } from "./kit/use-command.ts";
import { Fact } from "./staff-page.tsx";

/** The Emails tab: everything the shop has written, whether it has gone, and if not, why. */
export default function EmailsPanel(props: PanelProps) {
  const { asked, addressOf } = useAsked(emailList);
  const [{ emails, next }, list] = trpc.emails.search.useSuspenseQuery(asked);
  const mayResend = useMay(emailCommands.resendMany.permission);
  const { id: emailId, missing, close } = useOpened("email", props);
  const opened = trpc.emails.byId.useQuery({ id: emailId ?? 0 }, { enabled: emailId !== null });
  return (
    <>
      <NoSuchRow what="email" missing={missing} name="email" />
      <StaffList
        what="emails"
        query={emailList}
        list={list}
        text={{ label: "Recipient", name: "recipient", maxLength: 254 }}
        filters={<Filter label="State" name="state" all="Any" of={emailStates} optionLabels={stateLabels} />}
        count={emails.length}
        none={{
          title: "No emails yet",
          text: "Everything that the shop writes to customers and staff stands here, from the first order on: whether it has gone, and if not, why.",
        }}
        noneFound={{ title: "No emails found", text: "No email matches what you asked for." }}
        next={next}
      >
        {mayResend && emails.some(canGoAgain) && (
          <SelectionBar name="email" what="emails" commands={[emailCommands.resendMany]}>
            <SelectionCommand command={emailCommands.resendMany}>Send again</SelectionCommand>
          </SelectionBar>
        )}
        <RowsTable
          caption="Emails, the newest first"
          rows={emails}
          columns={columnsOf({ mayResend, list: addressOf(asked) })}
        />
      </StaffList>
      <Dialog
        open={emailId !== null}
        onClose={close}
        title={emails.find(({ id }) => id === emailId)?.subject ?? opened.data?.subject ?? "Email"}
        className="w-[min(48rem,calc(100vw-2rem))]!"
      >
        {emailId !== null && (
          <Answer query={opened} what="the email">
            {(email) => <ShownEmail key={email.id} email={email} />}
          </Answer>
        )}
      </Dialog>
    </>
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

/** It was tried, or nobody could try it. What waits is tried anyhow. */
function canGoAgain({ state }: EmailOutline): boolean {
  return state === "failed" || state === "kept";
}

function columnsOf({ mayResend, list }: { mayResend: boolean; list: string }): Column<EmailOutline>[] {
  return [
    {
      head: "State",
      cell: (email) => (
        <>
          <span className="flex items-center gap-3">
            {mayResend && canGoAgain(email) && (
              <SelectBox name="email" id={email.id} label={`${email.subject} to ${email.recipient}`} />
            )}
            <Badge tone={stateTones[email.state]} className="whitespace-nowrap">
              {stateLabels[email.state]}
            </Badge>
          </span>
          {email.state === "failed" && (
            <span className="mt-1 block max-w-72 text-sm wrap-anywhere text-clay">{email.failure}</span>
          )}
        </>
      ),
    },
    { head: "Recipient", cell: ({ recipient }) => recipient, className: "min-w-60 wrap-anywhere" },
    {
      head: "Subject",
      cell: ({ id, subject }) => (
        <TextLink to={`${list}&email=${id}`} preventScrollReset data-open>
          {subject}
        </TextLink>
      ),
      className: "min-w-56",
    },
    {
      head: "Written",
      cell: ({ createdAt }) => displayMoment(createdAt),
      className: "whitespace-nowrap text-ink-soft tabular-nums",
    },
  ];
}

/** One mail as its recipient sees it, shut off from the page around it: it runs no script and sends no form. */
function ShownEmail({ email }: { email: EmailView }) {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-[0.9375rem]">
        <Fact label="To">{email.recipient}</Fact>
        <Fact label="Subject">{email.subject}</Fact>
        <Fact label="Written">{displayMoment(email.createdAt)}</Fact>
        {email.sentAt && <Fact label="Sent">{displayMoment(email.sentAt)}</Fact>}
      </dl>
      {email.state !== "sent" && <NotSent email={email} />}
      <iframe
        title="The email as its recipient sees it"
        srcDoc={email.html}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-[50vh] w-full rounded-lg border border-line bg-white"
      />
      <details>
        <summary className="cursor-pointer font-medium">As text</summary>
        <pre className="mt-3 whitespace-pre-wrap break-words rounded-lg bg-sunken p-4 text-sm">
          {email.text}
        </pre>
      </details>
    </div>
  );
}

function NotSent({ email }: { email: EmailView }) {
  const mayResend = useMay("emails.resend");
  const { send, pending, error } = useCommand();
  if (email.state === "queued") return <Notice title="Waiting to be sent" />;
  const staysInOutbox = email.state === "kept";
  return (
    <Notice
      tone={staysInOutbox ? "info" : "error"}
      title={staysInOutbox ? "No mail server was set up" : "It could not be sent"}
    >
      <p>{staysInOutbox ? "The email was kept here. Set SMTP_URL, then send it." : email.failure}</p>
      {error && <p>{error.message}</p>}
      {mayResend && (
        <SmallButton
          className="mt-3"
          pending={pending}
          onClick={() => send(emailCommands.resend, { id: email.id })}
        >
          Send again
        </SmallButton>
      )}
    </Notice>
  );
}
