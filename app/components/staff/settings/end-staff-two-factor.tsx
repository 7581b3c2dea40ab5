import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import { userCommands } from "#server/users/users.schema.ts";
import { ReauthenticationFields } from "../users/reauthentication-fields.tsx";

/**
 * The one setting that is not switched off with the others: it asks who does it. A plain form, after which the page is
 * loaded anew with all that it changes.
 */
export function EndStaffTwoFactor({ answer }: { answer: RefusedForm | undefined }) {
  const refused = answer?.intent === userCommands.endStaffTwoFactor.name ? answer : undefined;
  return (
    <form
      method="post"
      action="/admin/settings?tab=General"
      aria-label="Sign-in without a second factor"
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={userCommands.endStaffTwoFactor.name} />
      <h3 className="text-lg">Sign-in without a second factor</h3>
      {refused?.refusal && (
        <Notice tone="error" title="Nothing was changed">
          {refused.refusal}
        </Notice>
      )}
      <ReauthenticationFields
        why="Staff need not use two-factor sign-in any more: a stolen password then opens the shop."
        refused={refused?.result.error ?? {}}
      />
      <div>
        <Button variant="danger">Let staff sign in without it</Button>
      </div>
    </form>
  );
}
