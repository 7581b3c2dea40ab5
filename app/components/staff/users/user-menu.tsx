import { BadgeCheck, Ellipsis, KeyRound, Pencil, ShieldOff, Trash2, UserCheck, UserX } from "lucide-react";
import { useCommand, userFailures } from "#app/components/staff/kit/use-command.ts";
import { Menu, MenuItem } from "#app/components/ui/menu.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { mayDelete } from "#server/customers/user-rules.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import type { StaffUserView, Viewer } from "#server/customers/users-query.ts";

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
  const { send, pending } = useCommand<never>();
  if (!viewer || !mayEdit) return null;
  const { id, isActive, isVerified, twoFactor } = user;
  return (
    <Menu
      label={`Actions for ${user.name}`}
      button={<Ellipsis aria-hidden className="size-5" />}
      pending={pending}
    >
      <MenuItem onSelect={onEdit}>
        <Pencil {...icon} /> Edit User
      </MenuItem>
      {!isVerified && (
        <MenuItem onSelect={() => send(userCommands.verify, { id }, userFailures.verify)}>
          <BadgeCheck {...icon} /> Verify User
        </MenuItem>
      )}
      {isActive && (
        <MenuItem
          onSelect={() => send(userCommands.sendPasswordReset, { id }, userFailures.sendPasswordReset)}
        >
          <KeyRound {...icon} /> Reset Password
        </MenuItem>
      )}
      {twoFactor && id !== viewer.id && (
        <MenuItem onSelect={() => send(userCommands.resetTwoFactor, { id }, userFailures.resetTwoFactor)}>
          <ShieldOff {...icon} /> Reset Two-Factor Sign-in
        </MenuItem>
      )}
      {id !== viewer.id && (
        <MenuItem
          onSelect={() => send(userCommands.setStatus, { id, isActive: !isActive }, userFailures.setStatus)}
        >
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
