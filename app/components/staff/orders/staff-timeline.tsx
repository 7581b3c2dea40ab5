import { ONLY_STAFF, StaffNote } from "#app/components/staff/notes/staff-note.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { CheckedForm } from "#app/lib/forms/checked-form.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { noteCommands } from "#server/notes/staff-note.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { isWhole } from "#server/orders/lists/order-view.ts";
import { type OrderFormProps, useFormAddress, useOrderChangeForm } from "./order-form.tsx";

/** What happened to an order and what staff noted of it, the oldest first; below it, room for one more note. */
export function StaffTimeline({ order, answer }: OrderFormProps<PackingDetails>) {
  const mayWrite = useMay(noteCommands.addToOrder.permission);
  const whole = isWhole(order) ? order : null;
  return (
    <div className="grid gap-4">
      <ol className="mt-2 grid gap-3 border-l-2 border-line pl-4">
        {entriesOf(order, whole).map(({ key, shown }) => (
          <li key={key} className="text-[0.9375rem]">
            {shown}
          </li>
        ))}
      </ol>
      {whole && mayWrite && <NoteForm order={whole} answer={answer} />}
    </div>
  );
}

function entriesOf(order: PackingDetails, whole: StaffOrder | null) {
  const events = order.timeline.map(({ id, message, actorName, createdAt }) => ({
    key: `event ${id}`,
    createdAt,
    shown: (
      <>
        <span className="break-words">{message}</span>
        <span className="block text-sm text-ink-soft">
          {displayDate(createdAt)}, {displayTime(createdAt)}
          {actorName && ` · ${actorName}`}
        </span>
      </>
    ),
  }));
  const notes = (whole?.staffNotes ?? []).map((note) => ({
    key: `note ${note.id}`,
    createdAt: note.createdAt,
    shown: <StaffNote note={note} />,
  }));
  // ISO times sort as texts; equal ones stay as they are.
  return [...events, ...notes].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

function NoteForm({ order, answer }: OrderFormProps) {
  const address = useFormAddress(order.id);
  const { fields, refusal, frame } = useOrderChangeForm(noteCommands.addToOrder, trpc.orders.addNote, answer);
  return (
    <CheckedForm form={frame.form} action={address} aria-label="Staff’s note" className="grid gap-3">
      <input type="hidden" name="intent" value={frame.intent} />
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="key" value={order.noteKey} />
      {refusal && <Notice tone="error" title={refusal} />}
      <TextareaField label="Note for staff" field={fields.text} hint={ONLY_STAFF} rows={3} data-key="note" />
      <Button variant="secondary" size="small" pending={frame.pending} className="w-fit">
        Add note
      </Button>
    </CheckedForm>
  );
}
