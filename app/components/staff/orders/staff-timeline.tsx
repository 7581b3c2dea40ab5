import { NoteForm, StaffNote } from "#app/components/staff/staff-note.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { useMay } from "#app/lib/use-may.ts";
import { noteCommands } from "#server/customers/staff-note.ts";
import { isWhole } from "#server/orders/order.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/staff-order-view.server.ts";
import type { OrderFormProps } from "./order-form.tsx";

/** What happened to an order and what staff noted of it, the oldest first; below it, room for one more note. */
export function StaffTimeline({ order }: OrderFormProps<PackingDetails>) {
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
      {whole && mayWrite && (
        <NoteForm
          command={noteCommands.addToOrder}
          hidden={{ orderId: whole.id, key: whole.noteKey }}
          mark="note"
        />
      )}
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
