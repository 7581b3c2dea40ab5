import { useState } from "react";
import { PasswordField } from "#app/components/account/account-fields.tsx";
import { refusedFields, showDone } from "#app/components/staff/kit/use-command.ts";
import { UnsavedGuard } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { isStaffRole, type Role, roleDisplayName } from "#server/core/roles.ts";
import { assignableRoles } from "#server/customers/user-rules.ts";
import { userCommands, userCreateSchema } from "#server/customers/users.schema.ts";
import { ReauthenticationFields } from "./reauthentication-fields.tsx";
import { toastFailed, userFailures } from "./user-toasts.ts";

interface AddUserDialogProps {
  open: boolean;
  viewerRole: Role;
  onClose: () => void;
}

/** The form that makes a user. */
export function AddUserDialog({ open, viewerRole, onClose }: AddUserDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add User">
      {open && <NewUserForm viewerRole={viewerRole} onClose={onClose} />}
    </Dialog>
  );
}

/** As staff-password.server.ts asks where others reach the shop; elsewhere a word of advice. */
const STAFF_PASSWORD_LENGTH = 12;

function NewUserForm({ viewerRole, onClose }: Omit<AddUserDialogProps, "open">) {
  const utils = trpc.useUtils();
  const [isTyped, setIsTyped] = useState(false);
  const [role, setRole] = useState<string>("customer");
  const [passwordLength, setPasswordLength] = useState(0);
  const create = trpc.users.create.useMutation({
    onSuccess: (made) => {
      void utils.users.list.invalidate();
      showDone(userCommands.create, made);
      setIsTyped(false);
    },
    onError: (error) => toastFailed("create", error),
  });
  const [form, fields] = useCheckedForm({
    id: "add-user",
    defaultValue: { role: "customer" },
    rules: fieldRulesOf(userCreateSchema),
    schema: userCreateSchema,
    send: (value) => create.mutate(value, { onSuccess: onClose }),
  });
  const refused = refusedFields(create.error);
  const forStaff = isStaffRole(role);
  const isShortForStaff = forStaff && passwordLength < STAFF_PASSWORD_LENGTH;
  return (
    <CheckedForm
      form={form}
      onChange={(event) => {
        const typed = new FormData(event.currentTarget);
        setIsTyped(true);
        setRole(String(typed.get("role")));
        setPasswordLength(String(typed.get("password")).length);
      }}
      className="grid gap-5"
    >
      <UnsavedGuard dirty={isTyped && !create.isPending} />
      {create.error && (
        <Notice tone="error" title={userFailures.create}>
          {serverMessage(create.error, "The server did not answer. Please try again.")}
        </Notice>
      )}
      <TextField
        label="Name"
        field={fields.name}
        errors={fields.name.errors ?? refused.name}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label="Email"
        field={fields.email}
        errors={fields.email.errors ?? refused.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="They are sent a link to verify it."
      />
      <TextField
        label="Username"
        field={fields.username}
        errors={fields.username.errors ?? refused.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        field={fields.password}
        errors={fields.password.errors ?? refused.password}
        autoComplete="new-password"
        hint={
          isShortForStaff ? `Staff do well to have at least ${STAFF_PASSWORD_LENGTH} characters.` : undefined
        }
      />
      <SelectField
        label="Role"
        field={fields.role}
        errors={fields.role.errors ?? refused.role}
        options={assignableRoles(viewerRole).map((value) => ({ value, label: roleDisplayName(value) }))}
      />
      {forStaff && (
        <ReauthenticationFields why="This gives somebody more power in the shop." refused={refused} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button pending={create.isPending} pendingLabel="Creating...">
          Create User
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  );
}
