import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { userCommands } from "#server/customers/users.schema.ts";
import { ReauthenticationFields } from "../users/reauthentication-fields.tsx";

/** The one setting that is not switched off with the others: it asks who does it. */
export function EndStaffTwoFactor() {
  return (
    <CommandForm
      command={userCommands.endStaffTwoFactor}
      label="Sign-in without a second factor"
      button="Let staff sign in without it"
      look="danger"
      className="grid gap-5"
    >
      {({ field }) => (
        <>
          <h3 className="text-lg">Sign-in without a second factor</h3>
          <ReauthenticationFields
            why="Staff need not use two-factor sign-in any more: a stolen password then opens the shop."
            refused={{
              currentPassword: field("currentPassword").errors,
              code: field("code").errors,
            }}
          />
        </>
      )}
    </CommandForm>
  );
}
