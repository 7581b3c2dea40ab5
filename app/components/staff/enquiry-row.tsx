import { type FormEvent, useId } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMay } from "#app/lib/use-may.ts";
import { enquiryCommands } from "#server/enquiries/enquiry.schema.ts";
import type { EnquiryView } from "#server/enquiries/enquiry-search.ts";
import { showDone } from "./form-texts.ts";

/** One message: the answer is written in staff's own mail program, and marked here. */
export function EnquiryRow({ enquiry }: { enquiry: EnquiryView }) {
  const { name, email, subject, message, createdAt, answeredAt, answeredBy, note } = enquiry;
  const titleId = useId();
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <article aria-labelledby={titleId} className="grid gap-3">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <h3 id={titleId} className="font-text text-base font-semibold wrap-anywhere">
              {subject}
            </h3>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {name} · {email} · {displayDate(createdAt)}, {displayTime(createdAt)}
            </p>
          </div>
          <Badge tone={answeredAt ? "moss" : "clay"}>{answeredAt ? "Answered" : "Not answered"}</Badge>
        </header>
        <p className="max-w-3xl whitespace-pre-line wrap-anywhere">{message}</p>
        {answeredAt && (
          <p className="text-sm text-ink-soft">
            Answered {displayDate(answeredAt)}
            {answeredBy ? ` by ${answeredBy}` : ""}
            {note ? `: ${note}` : ""}
          </p>
        )}
        <div className="flex flex-wrap items-end gap-3">
          <a
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            className={buttonClass({ variant: "secondary", size: "small" })}
          >
            Reply by email
          </a>
          <MarkForm enquiry={enquiry} />
        </div>
      </article>
    </li>
  );
}

/** Appears once JavaScript can send it. */
function MarkForm({ enquiry: { id, subject, answeredAt, note } }: { enquiry: EnquiryView }) {
  const hydrated = useHydrated();
  const mayAnswer = useMay("enquiries.answer");
  const utils = trpc.useUtils();
  const markAnswered = trpc.enquiries.markAnswered.useMutation({
    onSuccess: (marked) => {
      void utils.enquiries.invalidate();
      showDone(enquiryCommands.markAnswered, marked);
    },
  });
  if (!hydrated || !mayAnswer) return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const noteText = new FormData(event.currentTarget).get("note");
    markAnswered.mutate({
      id,
      answered: !answeredAt,
      ...(typeof noteText === "string" ? { note: noteText } : {}),
    });
  };
  return (
    <form onSubmit={send} className="flex min-w-60 flex-1 flex-wrap items-end gap-3">
      {!answeredAt && (
        <TextField
          label="Note"
          name="note"
          maxLength={2000}
          defaultValue={note}
          className="min-w-48 flex-1 sm:max-w-96"
        />
      )}
      <Button size="small" variant={answeredAt ? "secondary" : "primary"} pending={markAnswered.isPending}>
        {answeredAt ? "Open again" : "Mark as answered"} <span className="sr-only">{subject}</span>
      </Button>
      {markAnswered.error && (
        <Notice tone="error" title="Could not be saved" className="w-full">
          {serverMessage(markAnswered.error, "Please try again.")}
        </Notice>
      )}
    </form>
  );
}
