import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { StaffUserView } from "#server/customers/users-query.ts";
import { deleteUser } from "#server/identity/account/account.schema.ts";
import { showDone } from "../form-texts.ts";
import { deleteQuestion, toastFailed, userFailures } from "./user-toasts.ts";

interface DeleteUserDialogProps {
  /** Whom to ask about; null while the dialog is closed. */
  user: StaffUserView | null;
  onClose: () => void;
}

/** Asks before a user is deleted. */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  return (
    <Dialog open={user !== null} onClose={onClose} title="Delete User">
      {user && <ConfirmDelete key={user.id} user={user} onClose={onClose} />}
    </Dialog>
  );
}

function ConfirmDelete({ user, onClose }: { user: StaffUserView; onClose: () => void }) {
  const utils = trpc.useUtils();
  const remove = trpc.users.delete.useMutation({
    onSuccess: () => {
      showDone(deleteUser, undefined);
      onClose();
    },
    onError: (error) => toastFailed("delete", error),
    onSettled: () => void utils.users.list.invalidate(),
  });
  return (
    <div className="grid gap-5">
      {remove.error && (
        <Notice tone="error" title={userFailures.delete}>
          {serverMessage(remove.error, "The server did not answer. Please try again.")}
        </Notice>
      )}
      <p>{deleteQuestion(user.name)}</p>
      <p className="text-sm text-ink-soft">
        The account and what the shop knows about the person are erased. Orders stay, with the name and
        address that their invoices need by law.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="button"
          variant="danger"
          pending={remove.isPending}
          onClick={() => remove.mutate({ id: user.id })}
        >
          Delete User
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
