import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { Copy } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import type { z } from "zod";
import { PageError } from "#app/components/layout/page-error.tsx";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { mailLink, telephoneLink } from "#server/core/phone-and-postcode.ts";
import { noteCommands } from "#server/customers/staff-note.ts";
import type { StaffNoteView } from "#server/customers/staff-notes.server.ts";
import { hasMoney } from "#server/orders/order.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { type CustomerKey, customerPath } from "#server/staff/customer-view.ts";

interface PageHeadProps {
  above: { to: string; label: ReactNode };
  beside?: ReactNode;
  /** The title is smaller where much stands below it. */
  isDense?: boolean;
  children: ReactNode;
}

/** The title of a page for staff, and the way to the page above it. */
export function PageHead({ above, beside, isDense = false, children }: PageHeadProps) {
  return (
    <header>
      <p className="flex flex-wrap justify-between gap-x-4">
        <TextLink to={above.to}>{above.label}</TextLink>
        {beside}
      </p>
      <h1 className={isDense ? "mt-1 text-2xl" : "mt-1 text-3xl"}>{children}</h1>
    </header>
  );
}

interface NotThereProps extends Pick<ComponentProps<typeof EmptyState>, "title"> {
  /** Where what there is stands. */
  list: { to: string; label: string };
  children: ReactNode;
}

export function NotThere({ title, list, children }: NotThereProps) {
  return (
    <EmptyState title={title} headingLevel={1} action={<ButtonLink to={list.to}>{list.label}</ButtonLink>}>
      {children}
    </EmptyState>
  );
}

interface StaffAccessDeniedProps {
  /** The page that was asked for: anyone who signs in comes back to it. */
  page: string;
  /** What they may not do, in a sentence. */
  children: ReactNode;
}

/** What somebody who is not signed in, or lacks the permission, finds at a page of the staff's. */
export function StaffAccessDenied({ page, children }: StaffAccessDeniedProps) {
  return (
    <div className="frame py-12">
      <Card className="mx-auto max-w-xl">
        <EmptyState
          title="Access Denied"
          headingLevel={1}
          action={<ButtonLink to={`/admin/login?next=${page}`}>Go to Admin Login</ButtonLink>}
        >
          {children}
        </EmptyState>
      </Card>
    </div>
  );
}

export function AdminAccessRequired() {
  return (
    <div className="frame py-12">
      <EmptyState
        title="Admin Access Required"
        headingLevel={1}
        action={<ButtonLink to="/admin/login">Go to Admin Login</ButtonLink>}
      >
        This area is for administrators and shop managers. Please sign in with a staff account.
      </EmptyState>
    </div>
  );
}

/** Of a page that was refused what it says itself; of any other fault what every page says. */
export function UnlessDenied({ children }: { children: ReactNode }) {
  const error = useRouteError();
  const denied = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  return denied ? children : <PageError />;
}

interface StaffPartProps {
  title: ReactNode;
  /** With more room between what is in it. */
  isWide?: boolean;
  children: ReactNode;
}

/** A part of a staff page about one thing: a card with a heading. */
export function StaffPart({ title, isWide = false, children }: StaffPartProps) {
  const id = useId();
  const gap = isWide ? "gap-5" : "gap-4";
  return (
    <Card role="region" aria-labelledby={id} className={`grid grid-cols-[minmax(0,1fr)] ${gap}`}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 text-[0.9375rem] sm:grid-cols-[auto_1fr]">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** How somebody is reached: a press calls or writes. */
export function ContactFacts({ email, phone }: { email: string; phone: string | null | undefined }) {
  return (
    <>
      <Fact label="Email">
        <a href={mailLink(email)} className="wrap-anywhere underline">
          {email}
        </a>
      </Fact>
      {phone && (
        <Fact label="Phone">
          <a href={telephoneLink(phone)} className="underline">
            {phone}
          </a>
        </Fact>
      )}
    </>
  );
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ kind: "success", title: `Copied: ${what}` });
    } catch {
      showToast({ kind: "error", title: "The browser did not allow copying", description: text });
    }
  };
  return (
    <Button
      type="button"
      variant="quiet"
      size="small"
      className="-my-1 min-h-6! px-2 align-middle"
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Copy aria-hidden className="size-4" />
    </Button>
  );
}

/** Somebody's name; for those who may see customers it leads to their page. */
export function CustomerName({ of: key, name }: { of: CustomerKey; name: string }) {
  const mayFollow = useMay("customers.view");
  if (!mayFollow) return <span>{name}</span>;
  return (
    <Link to={customerPath(key)} discover="none" className="underline">
      {name}
    </Link>
  );
}

/**
 * Whose order it is, by the order: its account may have been erased, or somebody without one may have one by now. What
 * a packer is sent of an order leads to nobody.
 */
export function OrderCustomer({ order }: { order: PackingOrder }) {
  if (!hasMoney(order)) return <span>{order.customerName}</span>;
  return <CustomerName of={{ kind: "order", id: order.id }} name={order.customerName} />;
}

interface NoteFormProps<Result> {
  command: CommandDefinition<z.ZodType, Result>;
  /** Of whom or what it is, and the key by which it is written once. */
  hidden: Record<string, string | number>;
  /** Of the key that leads to its field. */
  mark?: string;
}

export function NoteForm<Result>({ command, hidden, mark }: NoteFormProps<Result>) {
  return (
    <CommandForm
      command={command}
      hidden={hidden}
      label="Staff’s note"
      button="Add note"
      look="secondary"
      className="grid gap-3"
    >
      <TextareaField
        label="Note for staff"
        field="text"
        hint="Only staff see this."
        rows={3}
        data-key={mark}
      />
    </CommandForm>
  );
}

/** Something that staff wrote down for each other, with the way to delete it for those who may. */
export function StaffNote({ note }: { note: StaffNoteView }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-3 py-2 text-[0.9375rem]">
      <p className="break-words whitespace-pre-line">{note.text}</p>
      <p className="mt-1 text-sm text-ink-soft">
        Staff’s note · {displayMoment(note.createdAt)} · {note.by}
      </p>
      {note.mayRemove && <RemoveNote note={note} />}
    </div>
  );
}

/** Two presses, as nothing brings it back. */
function RemoveNote({ note }: { note: StaffNoteView }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-ink-soft underline">
        Delete<span className="sr-only"> the note “{note.text.slice(0, 40)}”</span>
      </summary>
      <CommandForm
        command={noteCommands.remove}
        hidden={{ noteId: note.id }}
        button="Delete this note"
        look="danger"
        className="grid gap-2 py-2"
      />
    </details>
  );
}
