import { useState } from "react";
import type { z } from "zod";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { CommandDefinition } from "#server/commands/command.ts";

interface DeleteButtonProps {
  command: CommandDefinition<z.ZodType, unknown>;
  /** The record and the version that the person saw. */
  seen: { id: number; seenVersion: number };
  /** What is deleted, as a person calls it. */
  name: string;
  onDone: () => void;
}

/** Deletes after asking. */
export function DeleteButton({ command, seen, name, onDone }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button type="button" variant="quiet" className="w-fit" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog open={asking} onClose={close} title={`Delete “${name}”?`}>
        <p>It goes from the site at once. The audit keeps what it said.</p>
        <CommandForm
          command={command}
          hidden={seen}
          label="Delete"
          className="mt-6 grid gap-4"
          onDone={onDone}
        >
          {({ submit }) => (
            <div className="flex flex-wrap gap-3">
              <Button variant="danger" {...submit}>
                Delete
              </Button>
              <Button type="button" variant="secondary" onClick={close}>
                Keep it
              </Button>
            </div>
          )}
        </CommandForm>
      </Dialog>
    </>
  );
}
