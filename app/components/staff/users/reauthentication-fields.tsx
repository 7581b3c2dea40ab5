import { PasswordField } from "#app/components/account/account-fields.tsx";
import type { CommandFields } from "#app/components/staff/kit/command-form.tsx";
import { TextField } from "#app/components/ui/fields.tsx";

/**
 * The password of whoever makes somebody staff, or gives an account to another mailbox: an unlocked browser alone must
 * not be enough for either.
 */
export function ReauthenticationFields({ why, field }: { why: string; field: CommandFields["field"] }) {
  return (
    <fieldset className="grid items-end gap-5 sm:grid-cols-2">
      <legend className="mb-3 text-ink-soft">{why} Please show that it is you:</legend>
      <PasswordField
        label="Your own password"
        field={field("currentPassword")}
        autoComplete="current-password"
      />
      <TextField
        label="Your code"
        hint="Only where signing in asks you for one."
        field={field("code")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </fieldset>
  );
}
