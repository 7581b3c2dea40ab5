import { BadgeCheck, Ellipsis, KeyRound, Pencil, ShieldOff, Trash2, UserCheck, UserX } from "lucide-react";
import { showDone } from "#app/components/staff/kit/use-command.ts";
import { Menu, MenuItem } from "#app/components/ui/menu.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useMay } from "#app/lib/use-may.ts";
import { mayDelete } from "#server/customers/user-rules.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import type { StaffUserView, Viewer } from "#server/customers/users-query.ts";
import { toastFailed } from "./user-toasts.ts";

interface UserMenuProps {
  user: StaffUserView;
  viewer: Viewer;
  onEdit: () => void;
  onDelete: () => void;
}

const icon = { "aria-hidden": true, className: "size-4 shrink-0" } as const;

/** What can be done with one user; nothing for who may not edit. */
export function UserMenu({ user, viewer, onEdit, onDelete }: UserMenuProps) {
  const mayEdit = useMay("users.edit");
  const acts = useUserActs();
  const { verify, sendReset, resetTwoFactor, setStatus } = acts;
  if (!viewer || !mayEdit) return null;
  const { id, isActive, isVerified, twoFactor } = user;
  return (
    <Menu
      label={`Actions for ${user.name}`}
      button={<Ellipsis aria-hidden className="size-5" />}
      pending={Object.values(acts).some(({ isPending }) => isPending)}
    >
      <MenuItem onSelect={onEdit}>
        <Pencil {...icon} /> Edit User
      </MenuItem>
      {!isVerified && (
        <MenuItem onSelect={() => verify.mutate({ id })}>
          <BadgeCheck {...icon} /> Verify User
        </MenuItem>
      )}
      {isActive && (
        <MenuItem onSelect={() => sendReset.mutate({ id })}>
          <KeyRound {...icon} /> Reset Password
        </MenuItem>
      )}
      {twoFactor && id !== viewer.id && (
        <MenuItem onSelect={() => resetTwoFactor.mutate({ id })}>
          <ShieldOff {...icon} /> Reset Two-Factor Sign-in
        </MenuItem>
      )}
      {id !== viewer.id && (
        <MenuItem onSelect={() => setStatus.mutate({ id, isActive: !isActive })}>
          {isActive ? <UserX {...icon} /> : <UserCheck {...icon} />}{" "}
          <span>{isActive ? "Suspend" : "Activate"}</span> User
        </MenuItem>
      )}
      {mayDelete(viewer, user) && (
        <MenuItem onSelect={onDelete} danger>
          <Trash2 {...icon} /> Delete User
        </MenuItem>
      )}
    </Menu>
  );
}

/** The acts that need no dialog. */
function useUserActs() {
  const utils = trpc.useUtils();
  const refresh = () => void utils.users.invalidate();
  const verify = trpc.users.verify.useMutation({
    onSuccess: () => showDone(userCommands.verify, undefined),
    onError: (error) => toastFailed("verify", error),
    onSettled: refresh,
  });
  const sendReset = trpc.users.sendPasswordReset.useMutation({
    onSuccess: (sent) => showDone(userCommands.sendPasswordReset, sent),
    onError: (error) => toastFailed("sendPasswordReset", error),
  });
  const resetTwoFactor = trpc.users.resetTwoFactor.useMutation({
    onSuccess: () => showDone(userCommands.resetTwoFactor, undefined),
    onError: (error) => toastFailed("resetTwoFactor", error),
    onSettled: refresh,
  });
  const setStatus = trpc.users.setStatus.useMutation({
    onSuccess: (user) => showDone(userCommands.setStatus, user),
    onError: (error) => toastFailed("setStatus", error),
    onSettled: refresh,
  });
  return { verify, sendReset, resetTwoFactor, setStatus };
}
