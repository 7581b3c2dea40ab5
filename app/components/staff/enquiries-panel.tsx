import { useId, useRef, useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { SmallButton, TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { displayMoment } from "#app/lib/display-moment.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMay } from "#app/lib/use-may.ts";
import { mailLink } from "#server/core/phone-and-postcode.ts";
import { answerFrom, answerTemplates, isAnswerTemplate } from "#server/enquiries/answer-templates.ts";
import type { EnquiryView } from "#server/enquiries/enquiries.server.ts";
import { enquiryCommands, enquiryList } from "#server/enquiries/enquiry.schema.ts";
import { orderPath } from "#server/orders/order-search.ts";
import { CommandForm, SubmitButton } from "./kit/command-form.tsx";
import { SelectBox, SelectionBar, SelectionCommand } from "./kit/rows-table.tsx";
import { Filter, StaffList, useAsked } from "./kit/staff-list.tsx";
import { CustomerName } from "./staff-page.tsx";

/** The Enquiries tab: messages of the contact form, answered or not. */
export default function EnquiriesPanel() {
  const { asked } = useAsked(enquiryList);
  const [{ enquiries, next }, list] = trpc.enquiries.search.useSuspenseQuery(asked);
  const mayAnswer = useMay(enquiryCommands.markManyAnswered.permission);
  return (
    <StaffList
      what="enquiries"
      query={enquiryList}
      list={list}
      text={{ label: "Name, email or subject" }}
      filters={
        <Filter
          label="State"
          name="state"
          all="Any"
          of={["open", "answered"]}
          optionLabels={(state) => (state === "open" ? "Not answered" : "Answered")}
        />
      }
      count={enquiries.length}
      none={{
        title: "No enquiries found",
        text: "Messages that are sent with the contact form are shown here.",
      }}
      next={next}
    >
      {mayAnswer && (
        <SelectionBar name="enquiry" what="enquiries" commands={[enquiryCommands.markManyAnswered]}>
          <SelectionCommand command={enquiryCommands.markManyAnswered}>Mark as answered</SelectionCommand>
        </SelectionBar>
      )}
      <ul aria-label="Enquiries" className="grid gap-3">
        {enquiries.map((enquiry) => (
          <EnquiryRow key={enquiry.id} enquiry={enquiry} />
        ))}
      </ul>
    </StaffList>
  );
}

interface EnquiryRowProps {
  enquiry: EnquiryView;
}

/** One message with its answers: they are written here, or in staff's own mail program and marked here. */
function EnquiryRow({ enquiry }: EnquiryRowProps) {
  const { name, email, subject, message, createdAt, answeredAt, answeredBy, note, answers } = enquiry;
  const titleId = useId();
  const mayAnswer = useMay("enquiries.answer");
  return (
    <li data-row={enquiry.id} className="rounded-lg border border-line bg-surface p-4">
      <article aria-labelledby={titleId} className="grid gap-3">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 items-start gap-3">
            {mayAnswer && <SelectBox name="enquiry" id={enquiry.id} label={subject} />}
            <div className="min-w-0">
              <h3 id={titleId} className="font-text text-base font-semibold wrap-anywhere">
                {subject}
              </h3>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <CustomerName of={{ kind: "enquiry", id: enquiry.id }} name={name} /> · {email} ·{" "}
                {displayMoment(createdAt)}
              </p>
            </div>
          </div>
          <Badge tone={answeredAt ? "moss" : "clay"}>{answeredAt ? "Answered" : "Not answered"}</Badge>
        </header>
        <div className="grid items-start gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <p className="max-w-3xl whitespace-pre-line wrap-anywhere">{message}</p>
          <OrdersOfAddress enquiry={enquiry} />
        </div>
        {answers.length > 0 && (
          <ol aria-label={`Answers to ${subject}`} className="grid gap-3">
            {answers.map((answer) => (
              <li key={answer.id} className="max-w-3xl border-l-4 border-moss pl-4">
                <p className="text-sm text-ink-soft">
                  {answer.by ?? "Staff"} · {displayMoment(answer.createdAt)}
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{answer.text}</p>
              </li>
            ))}
          </ol>
        )}
        {answeredAt && (
          <p className="text-sm text-ink-soft">
            Answered {displayDate(answeredAt)}
            {answeredBy ? ` by ${answeredBy}` : ""}
            {note ? `: ${note}` : ""}
          </p>
        )}
        <AnswerForm enquiry={enquiry} />
        <div className="flex flex-wrap items-end gap-3">
          <a
            href={`${mailLink(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            className={buttonClass({ variant: "secondary", size: "small" })}
          >
            Write from my own mail program
          </a>
          <MarkForm enquiry={enquiry} />
        </div>
      </article>
    </li>
  );
}

/** What the address has ordered last. Anybody can type anybody's address into the contact form. */
function OrdersOfAddress({ enquiry: { orders, email, subject } }: { enquiry: EnquiryView }) {
  if (orders.length === 0) return null;
  return (
    <section aria-label={`Last orders of who asks: ${subject}`} className="rounded-lg bg-sunken p-3 text-sm">
      <h4 className="font-text font-semibold wrap-anywhere">Last orders of {email}</h4>
      <ul className="mt-1 grid gap-1">
        {orders.map((order) => (
          <li key={order.id}>
            <TextLink to={orderPath(order.id)} discover="none">
              {order.invoiceNumber}
            </TextLink>{" "}
            {displayDate(order.createdAt)}, {order.status}
            {order.dispatchedAt && <span>, sent {displayDate(order.dispatchedAt)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AnswerForm({ enquiry }: EnquiryRowProps) {
  const { id, subject, email } = enquiry;
  const sender = useSender();
  const hydrated = useHydrated();
  const mayAnswer = useMay(enquiryCommands.answer.permission);
  // The list may be read again while somebody writes: the answer stays the same one until it was sent.
  const [answer, setAnswer] = useState({ key: enquiry.nextKey, isSent: false });
  if (answer.isSent && answer.key !== enquiry.nextKey) setAnswer({ key: enquiry.nextKey, isSent: false });
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    setAnswer({ ...answer, isSent: true });
    if (!details.current) return;
    details.current.open = false;
    // The button that had the focus is folded away.
    details.current.querySelector("summary")?.focus();
  };
  if (!mayAnswer) return null;
  return (
    <details ref={details} data-open className="max-w-3xl">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium">
        Answer <span className="sr-only">{subject}</span>
      </summary>
      <CommandForm
        command={enquiryCommands.answer}
        hidden={{ id, key: answer.key }}
        label={`Answer ${subject}`}
        onDone={close}
        className="grid gap-4 pt-2"
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>Begin with</span>
          {templateNames.map((template) => (
            <SmallButton
              key={template}
              disabled={!hydrated}
              onClick={({ currentTarget: { form } }) => {
                const text = form?.elements.namedItem("text");
                if (text instanceof HTMLTextAreaElement)
                  insertBelow(text, answerFrom(template, enquiry, sender));
              }}
            >
              {answerTemplates[template]}
            </SmallButton>
          ))}
        </p>
        <TextareaField
          label="Answer"
          field="text"
          rows={6}
          hint={`Goes to ${email} by email, with the message below it. Replies come to the shop's address.`}
        />
        <SubmitButton size="small" disabled={answer.isSent} className="w-fit">
          Send answer <span className="sr-only">to {subject}</span>
        </SubmitButton>
      </CommandForm>
    </details>
  );
}

const templateNames = Object.keys(answerTemplates).filter(isAnswerTemplate);

function useSender() {
  const root = useRootData();
  return { storeName: root?.store.storeName ?? "", publicUrl: root?.publicUrl ?? "" };
}

/** Nothing that was typed is lost: the template goes below it. */
function insertBelow(field: HTMLTextAreaElement, text: string): void {
  const typed = field.value.trimEnd();
  field.value = typed === "" ? text : `${typed}\n\n${text}`;
  field.rows = Math.max(field.rows, 12);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** For what was answered elsewhere, such as on the telephone. */
function MarkForm({ enquiry: { id, subject, answeredAt, note } }: { enquiry: EnquiryView }) {
  const mayAnswer = useMay(enquiryCommands.markAnswered.permission);
  /** The list may be read again meanwhile, and the enquiry be answered: it stays, with the note that it was typed over. */
  const [typed, setTyped] = useState<{ note: string; seenNote: string | null }>();
  if (!mayAnswer) return null;
  const marks = !answeredAt || typed !== undefined;
  const seenNote = typed?.seenNote ?? note;
  const label = marks ? "Mark as answered" : "Open again";
  return (
    <CommandForm
      command={enquiryCommands.markAnswered}
      hidden={{ id, ...(marks ? { answered: "on", seenNote } : {}) }}
      label={`${label} ${subject}`}
      keepsTexts
      onDone={() => setTyped(undefined)}
      // Theirs is shown from now on: whoever sends it again has seen it.
      onError={({ isConflict }) => isConflict && typed && setTyped({ ...typed, seenNote: null })}
      className="flex min-w-60 flex-1 flex-wrap items-end gap-3"
    >
      {marks && (
        <TextField
          label="Note"
          field="note"
          value={typed?.note ?? note}
          onChange={({ currentTarget: { value } }) => setTyped({ note: value, seenNote })}
          className="min-w-48 flex-1 sm:max-w-96"
        />
      )}
      <SubmitButton size="small" variant={marks ? "primary" : "secondary"}>
        <span>{label}</span> <span className="sr-only">{subject}</span>
      </SubmitButton>
    </CommandForm>
  );
}
