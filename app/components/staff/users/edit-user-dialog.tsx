import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { EditUserForm } from "./edit-user-form.tsx";

interface EditUserDialogProps {
  /** Who is edited; null while the dialog is closed. */
  userId: number | null;
  /** What the list knows already of the user's name. */
  name: string | undefined;
  onClose: () => void;
}

/** One user in a modal dialog, read anew each time it opens. */
export function EditUserDialog({ userId, name, onClose }: EditUserDialogProps) {
  return (
    <Dialog
      open={userId !== null}
      onClose={onClose}
      title={name ? `Edit User: ${name}` : "Edit User"}
      className="sm:w-[min(48rem,calc(100vw-2rem))]"
    >
      {userId !== null && <OneUser key={userId} userId={userId} onClose={onClose} />}
    </Dialog>
  );
}

function OneUser({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { data, error } = trpc.users.byId.useQuery({ id: userId });
  if (data) return <EditUserForm user={data} onClose={onClose} />;
  if (error) {
    return (
      <Notice tone="error" title="Could not load the user">
        {serverMessage(error, "Please try again.")}
      </Notice>
    );
  }
  return <SpinnerInPlace label="Loading the user" />;
}
