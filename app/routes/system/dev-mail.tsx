import type { HeadersFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { EmailOutline, EmailView } from "#server/email/email-search.ts";
import { findOutboxMail, listOutbox } from "#server/email/outbox.server.ts";
import { page } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "Outbox", noindex: true });

export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** /dev/mail and /dev/mail/:id: the outbox of the shop, on the machine that runs it with its own database. */
export const loader = page(async ({ context, params }) =>
  params.id === undefined
    ? { mails: await listOutbox(context), mail: null }
    : { mails: [], mail: await findOutboxMail(context, Number(params.id)) },
);

export default function DevMail() {
  const { mails, mail } = useLoaderData<typeof loader>();
  return (
    <div className="frame py-10">
      <h1 className="text-title">{mail ? mail.subject : "Outbox"}</h1>
      {mail ? <OneMail mail={mail} /> : <MailList mails={mails} />}
    </div>
  );
}

function MailList({ mails }: { mails: EmailOutline[] }) {
  if (mails.length === 0) return <p className="mt-4">No mail has been written yet.</p>;
  return (
    <ul className="mt-6 divide-y divide-line border-y border-line">
      {mails.map((mail) => (
        <li key={mail.id} className="py-3">
          <Link to={`/dev/mail/${mail.id}`} discover="none" className="font-medium underline">
            {mail.subject}
          </Link>
          <p className="text-sm text-ink-soft">
            to {mail.recipient}, {displayDate(mail.createdAt)} {displayTime(mail.createdAt)}, {stateOf(mail)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function OneMail({ mail }: { mail: EmailView }) {
  return (
    <>
      <p className="mt-2 text-ink-soft">
        to {mail.recipient}, {displayDate(mail.createdAt)} {displayTime(mail.createdAt)}, {stateOf(mail)} ·{" "}
        <Link to="/dev/mail">All mail</Link>
      </p>
      <iframe
        title="The mail as HTML"
        srcDoc={mail.html}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="mt-6 h-[70vh] w-full rounded-lg border border-line bg-white"
      />
      <h2 className="mt-8 text-xl">As text</h2>
      <pre className="mt-3 overflow-x-auto whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm">
        {mail.text}
      </pre>
    </>
  );
}

function stateOf({ sentAt, failure }: EmailOutline): string {
  return sentAt ? "sent" : (failure ?? "waiting");
}
