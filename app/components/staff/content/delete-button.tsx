import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";

interface DeleteButtonProps {
  /** What is deleted, as a person calls it. */
  name: string;
  pending: boolean;
  onDelete: () => void;
}

/** Deletes after asking. */
export function DeleteButton({ name, pending, onDelete }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button type="button" variant="quiet" pending={pending} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog open={asking} onClose={close} title={`Delete “${name}”?`}>
        <p>It goes from the site at once. The audit keeps what it said.</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button
            type="button"
            variant="danger"
            onClick={() => {
              close();
              onDelete();
            }}
          >
            Delete
          </Button>
          <Button type="button" variant="secondary" onClick={close}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  );
}
