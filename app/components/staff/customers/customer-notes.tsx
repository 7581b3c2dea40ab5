import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { ONLY_STAFF, StaffNote } from "#app/components/staff/notes/staff-note.tsx";
import { StaffPart } from "#app/components/staff/staff-part.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { StaffNoteView } from "#server/customers/staff-note.ts";
import { type CustomerPageView, customerCommands } from "#server/staff/customer-view.ts";

interface CustomerNotesProps {
  notes: readonly StaffNoteView[];
  customer: Pick<CustomerPageView, "key" | "noteKey">;
}

/** What staff noted about a customer, the oldest first, and room for one more. */
export function CustomerNotes({ notes, customer }: CustomerNotesProps) {
  const mayWrite = useMay(customerCommands.addNote.permission);
  return (
    <StaffPart title="Notes">
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id}>
              <StaffNote note={note} />
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <CommandForm
          command={customerCommands.addNote}
          hidden={{ customer: customer.key, key: customer.noteKey }}
          label="Staff’s note"
          button="Add note"
          look="secondary"
          className="grid gap-3"
        >
          {({ field }) => (
            <TextareaField label="Note for staff" field={field("text")} hint={ONLY_STAFF} rows={3} />
          )}
        </CommandForm>
      )}
    </StaffPart>
  );
}
