import type { z } from "zod";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { TextareaField } from "#app/components/ui/fields.tsx";
import { displayMoment } from "#app/lib/display-moment.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { noteCommands } from "#server/customers/staff-note.ts";
import type { StaffNoteView } from "#server/customers/staff-notes.server.ts";

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
