import { PasswordField } from "#app/components/account/account-fields.tsx";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { userFailures } from "#app/components/staff/kit/use-command.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { isStaffRole, type Role, roleDisplayName } from "#server/core/roles.ts";
import { assignableRoles } from "#server/customers/user-rules.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import { ReauthenticationFields } from "./reauthentication-fields.tsx";

interface AddUserDialogProps {
  open: boolean;
  viewerRole: Role;
  onClose: () => void;
}

export function AddUserDialog({ open, viewerRole, onClose }: AddUserDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add User">
      {open && <NewUserForm viewerRole={viewerRole} onClose={onClose} />}
    </Dialog>
  );
}

/** As staff-password.server.ts asks where others reach the shop; elsewhere a word of advice. */
const STAFF_PASSWORD_LENGTH = 12;

const NOBODY = { name: "", email: "", username: "", password: "", role: "customer" };

function NewUserForm({ viewerRole, onClose }: Omit<AddUserDialogProps, "open">) {
  return (
    <CommandForm
      command={userCommands.create}
      label="Add User"
      className="grid gap-5"
      failure={userFailures.create}
      shown={NOBODY}
      keepsTexts
      closes
      onDone={onClose}
    >
      {({ typed }) => {
        const forStaff = isStaffRole(String(typed?.get("role") ?? NOBODY.role));
        const isShort = String(typed?.get("password") ?? "").length < STAFF_PASSWORD_LENGTH;
        return (
          <>
            <TextField label="Name" field="name" autoComplete="off" autoFocus />
            <TextField
              label="Email"
              field="email"
              type="email"
              inputMode="email"
              autoComplete="off"
              hint="They are sent a link to verify it."
            />
            <TextField
              label="Username"
              field="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <PasswordField
              label="Password"
              field="password"
              autoComplete="new-password"
              hint={
                forStaff && isShort
                  ? `Staff do well to have at least ${STAFF_PASSWORD_LENGTH} characters.`
                  : undefined
              }
            />
            <SelectField
              label="Role"
              field="role"
              saved={NOBODY.role}
              options={assignableRoles(viewerRole).map((value) => ({ value, label: roleDisplayName(value) }))}
            />
            {forStaff && <ReauthenticationFields why="This gives somebody more power in the shop." />}
            <div className="flex flex-wrap gap-3">
              <SubmitButton pendingLabel="Creating...">Create User</SubmitButton>
              <Button type="button" variant="secondary" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        );
      }}
    </CommandForm>
  );
}
