import { useSearchParams } from "@remix-run/react";
import { FilePlus2, UserPlus } from "lucide-react";
import { useState } from "react";
import { PasswordField, ReauthenticationFields } from "#app/components/account/account-fields.tsx";
import { idIn, useSetParameters } from "#app/components/staff/dashboard-tab.tsx";
import { CommandForm, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { Filter, StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { userFailures } from "#app/components/staff/kit/use-command.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { SmallButton, TextLink } from "#app/components/ui/small-actions.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { deleteUser } from "#server/accounts/account.schema.ts";
import { choiceLabel, customerTypes } from "#server/accounts/user-view.ts";
import { isStaffRole, type Role, roleDisplayName, roles } from "#server/core/roles.ts";
import type { StaffUserView } from "#server/customers/list-users.server.ts";
import { assignableRoles } from "#server/customers/user-rules.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import { userList, userStatuses } from "#server/customers/users-query.ts";
import { EditUser } from "./edit-user.tsx";
import { SelectedUsers, UsersTable } from "./users-table.tsx";

export default function UsersPanel() {
  const [search] = useSearchParams();
  const { asked } = useAsked(userList);
  const [{ users, viewer, next, previous }, list] = trpc.users.list.useSuspenseQuery(asked);
  const [toDelete, setToDelete] = useState<StaffUserView | null>(null);
  const may = useMayAsk();
  const editing = may("users.edit") ? idIn(search, "user") : null;
  const edited = users.find(({ id }) => id === editing);
  const isAdding = search.get("add") === "user";

  const setParameters = useSetParameters();
  const closeDialog = () => setParameters({ user: null, add: null });

  return (
    <>
      <StaffList
        note={
          <span role="status">
            {users.length} {users.length === 1 ? "user" : "users"} on this page
          </span>
        }
        what="users"
        query={userList}
        list={list}
        file={{ may: "users.export", address: "/admin/users.csv" }}
        actions={may("users.create") && <CreateButtons onAddUser={() => setParameters({ add: "user" })} />}
        text={{ label: "Search", placeholder: "Name, email or username" }}
        filters={<Filters />}
        count={users.length}
        none={{
          title: "No users found",
          text: "Nobody matches this search. Try fewer letters, or clear the filters.",
        }}
        next={next}
        previous={previous}
      >
        <SelectedUsers />
        <UsersTable
          users={users}
          viewer={viewer}
          onEdit={(user) => setParameters({ user: String(user.id) })}
          onDelete={setToDelete}
        />
      </StaffList>
      <Dialog
        open={editing !== null}
        onClose={closeDialog}
        title={edited ? `Edit User: ${edited.name}` : "Edit User"}
        className="sm:w-[min(48rem,calc(100vw-2rem))]"
      >
        {editing !== null && <EditUser key={editing} userId={editing} onClose={closeDialog} />}
      </Dialog>
      <Dialog open={toDelete !== null} onClose={() => setToDelete(null)} title="Delete User">
        {toDelete && <ConfirmDelete key={toDelete.id} user={toDelete} onClose={() => setToDelete(null)} />}
      </Dialog>
      {viewer && may("users.create") && (
        <Dialog open={isAdding} onClose={closeDialog} title="Add User">
          {isAdding && <NewUserForm viewerRole={viewer.role} onClose={closeDialog} />}
        </Dialog>
      )}
    </>
  );
}

function Filters() {
  return (
    <>
      <Filter label="Role" name="role" all="All roles" of={roles} optionLabels={roleDisplayName} />
      <Filter
        label="Customer type"
        name="customerType"
        all="All types"
        of={customerTypes}
        optionLabels={choiceLabel}
      />
      <Filter label="Status" name="status" all="Any status" of={userStatuses} optionLabels={choiceLabel} />
    </>
  );
}

/** Both open dialogs, so they appear once JavaScript can do that. */
function CreateButtons({ onAddUser }: { onAddUser: () => void }) {
  const hydrated = useHydrated();
  const [showsContent, setShowsContent] = useState(false);
  if (!hydrated) return null;
  return (
    <>
      <SmallButton onClick={() => setShowsContent(true)}>
        <FilePlus2 aria-hidden className="size-4" /> Create Content
      </SmallButton>
      <Button type="button" size="small" onClick={onAddUser}>
        <UserPlus aria-hidden className="size-4" /> Add User
      </Button>
      <Dialog open={showsContent} onClose={() => setShowsContent(false)} title="Create Content">
        <p>Create content is coming soon.</p>
        <p className="mt-3">
          Until then, articles and questions are written{" "}
          <TextLink to="/admin/content">among the content</TextLink>.
        </p>
        <Button type="button" className="mt-5" onClick={() => setShowsContent(false)}>
          Close
        </Button>
      </Dialog>
    </>
  );
}

export function deleteQuestion(name: string): string {
  return `Are you sure you want to delete user "${name}"? This action cannot be undone.`;
}

function ConfirmDelete({ user, onClose }: { user: StaffUserView; onClose: () => void }) {
  return (
    <CommandForm
      command={deleteUser}
      hidden={{ id: user.id }}
      label="Delete User"
      className="grid gap-5"
      failure={userFailures.delete}
      onDone={onClose}
    >
      <p>{deleteQuestion(user.name)}</p>
      <p className="text-sm text-ink-soft">
        The account and what the shop knows about the person are erased. Orders stay, with the name and
        address that their invoices need by law.
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="danger">Delete User</SubmitButton>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </CommandForm>
  );
}

/** As staff-password.server.ts asks where others reach the shop; elsewhere a word of advice. */
const STAFF_PASSWORD_LENGTH = 12;

const NOBODY = { name: "", email: "", username: "", password: "", role: "customer" };

function NewUserForm({ viewerRole, onClose }: { viewerRole: Role; onClose: () => void }) {
  return (
    <CommandForm
      command={userCommands.create}
      label="Add User"
      className="grid gap-5"
      failure={userFailures.create}
      shown={NOBODY}
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
