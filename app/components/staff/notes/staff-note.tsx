import { Form, useLocation, useRevalidator } from "@remix-run/react";
import type { FormEvent } from "react";
import { showDone } from "#app/components/staff/form-texts.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { displayDate, displayTime } from "#app/lib/display.ts";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { noteCommands, type StaffNoteView } from "#server/notes/staff-note.ts";

export const ONLY_STAFF = "Only staff see this.";

/** Something that staff wrote down for each other, with the way to delete it for those who may. */
export function StaffNote({ note }: { note: StaffNoteView }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-3 py-2 text-[0.9375rem]">
      <p className="break-words whitespace-pre-line">{note.text}</p>
      <p className="mt-1 text-sm text-ink-soft">
        Staff’s note · {displayDate(note.createdAt)}, {displayTime(note.createdAt)} · {note.by}
      </p>
      {note.mayRemove && <RemoveNote note={note} />}
    </div>
  );
}

/** Two presses, as nothing brings it back. */
function RemoveNote({ note }: { note: StaffNoteView }) {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const utils = trpc.useUtils();
  const removing = trpc.notes.remove.useMutation({
    onSuccess: (removed) => {
      void utils.orders.details.invalidate();
      revalidate();
      showDone(noteCommands.remove, removed);
    },
  });
  const remove = (event: FormEvent) => {
    event.preventDefault();
    removing.mutate({ noteId: note.id });
  };
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-ink-soft underline">
        Delete<span className="sr-only"> the note “{note.text.slice(0, 40)}”</span>
      </summary>
      <Form method="post" action={pathname + search} onSubmit={remove} className="grid gap-2 py-2">
        <input type="hidden" name="intent" value={noteCommands.remove.name} />
        <input type="hidden" name="noteId" value={note.id} />
        {removing.error && (
          <Notice
            tone="error"
            title={serverMessage(removing.error, "Could not be deleted. Please try again.")}
          />
        )}
        <Button variant="danger" size="small" pending={removing.isPending} className="w-fit">
          Delete this note
        </Button>
      </Form>
    </details>
  );
}
