import { SelectionBar, SelectionCommand } from "#app/components/staff/selection/selection.tsx";
import { useMay } from "#app/lib/use-may.ts";
import { userCommands } from "#server/customers/users.schema.ts";

/** The form that the boxes of the rows belong to. */
export const SELECTED_USERS = "selected-users";

/** What can be done with the selected users: suspending them, and letting them in again. */
export function SelectedUsers() {
  const { suspendMany, activateMany } = userCommands;
  if (!useMay(suspendMany.permission)) return null;
  return (
    <SelectionBar id={SELECTED_USERS} what="users" commands={[suspendMany, activateMany]}>
      <SelectionCommand command={suspendMany}>Suspend</SelectionCommand>
      <SelectionCommand command={activateMany}>Activate</SelectionCommand>
    </SelectionBar>
  );
}
