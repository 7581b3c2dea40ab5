import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { type EmailView, emailCommands } from "#server/email/email-search.ts";
import { showDone } from "./kit/use-command.ts";

interface EmailPreviewProps {
  /** undefined while it is on its way. */
  email: EmailView | undefined;
  error?: unknown;
}

/** One mail as its recipient sees it, shut off from the page around it: it runs no script and sends no form. */
export function EmailPreview({ email, error }: EmailPreviewProps) {
  if (!email) {
    return error ? (
      <Notice tone="error" title="Could not load the email">
        {serverMessage(error, "Please try again.")}
      </Notice>
    ) : (
      <SpinnerInPlace label="Loading the email" />
    );
  }
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-[0.9375rem]">
        <Fact label="To" value={email.recipient} />
        <Fact label="Subject" value={email.subject} />
        <Fact label="Written" value={momentOf(email.createdAt)} />
        {email.sentAt && <Fact label="Sent" value={momentOf(email.sentAt)} />}
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
  const utils = trpc.useUtils();
  const resend = trpc.emails.resend.useMutation({
    onSuccess: (mail) => {
      utils.emails.byId.setData({ id: mail.id }, mail);
      void utils.emails.search.invalidate();
      showDone(emailCommands.resend, undefined);
    },
  });
  if (email.state === "queued") return <Notice title="Waiting to be sent" />;
  const kept = email.state === "kept";
  return (
    <Notice
      tone={kept ? "info" : "error"}
      title={kept ? "No mail server was set up" : "It could not be sent"}
    >
      <p>{kept ? "The email was kept here. Set SMTP_URL, then send it." : email.failure}</p>
      {resend.error && <p>{serverMessage(resend.error, "Please try again.")}</p>}
      {mayResend && (
        <Button
          type="button"
          size="small"
          variant="secondary"
          className="mt-3"
          pending={resend.isPending}
          onClick={() => resend.mutate({ id: email.id })}
        >
          Send again
        </Button>
      )}
    </Notice>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="break-words">{value}</dd>
    </div>
  );
}

function momentOf(iso: string): string {
  return `${displayDate(iso)}, ${displayTime(iso)}`;
}
