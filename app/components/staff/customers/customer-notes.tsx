import { useLocation, useNavigation } from "@remix-run/react";
import { ONLY_STAFF, StaffNote } from "#app/components/staff/notes/staff-note.tsx";
import { StaffPart } from "#app/components/staff/staff-part.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import { customerCommands } from "#server/customers/customer-notes.ts";
import type { CustomerPageView } from "#server/customers/customer-view.ts";
import { fieldRulesOf } from "#server/http/field-rules.ts";
import type { StaffNoteView } from "#server/notes/staff-note.ts";

interface CustomerNotesProps {
  notes: readonly StaffNoteView[];
  customer: Pick<CustomerPageView, "key" | "noteKey">;
  answer: RefusedForm | undefined;
}

/** What staff noted about a customer, the oldest first, and room for one more. */
export function CustomerNotes({ notes, customer, answer }: CustomerNotesProps) {
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
      {/* Each kept note makes room for the next one, with a key of its own. */}
      {mayWrite && <NoteForm key={notes.length} customer={customer} answer={answer} />}
    </StaffPart>
  );
}

function NoteForm({ customer, answer }: Omit<CustomerNotesProps, "notes">) {
  const { pathname, search } = useLocation();
  const { name: intent, input } = customerCommands.addNote;
  const sending = useNavigation().formData?.get("intent") === intent;
  const cameBack = answer?.intent === intent ? answer : undefined;
  const [form, fields] = useCheckedForm({
    lastResult: cameBack?.result,
    rules: fieldRulesOf(input),
    schema: input,
  });
  return (
    <CheckedForm
      form={form}
      action={pathname + search}
      aria-label="Staff’s note"
      preventScrollReset
      className="grid gap-3"
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="customer" value={customer.key} />
      <input type="hidden" name="key" value={customer.noteKey} />
      {cameBack?.refusal && <Notice tone="error" title={cameBack.refusal} />}
      <TextareaField label="Note for staff" field={fields.text} hint={ONLY_STAFF} rows={3} />
      <Button variant="secondary" size="small" pending={sending} className="w-fit">
        Add note
      </Button>
    </CheckedForm>
  );
}
