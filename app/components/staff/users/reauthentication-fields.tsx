import { PasswordField } from "#app/components/account/account-fields.tsx";
import { TextField } from "#app/components/ui/fields.tsx";

/**
 * The password of whoever makes somebody staff, or gives an account to another mailbox: an unlocked browser alone must
 * not be enough for either.
 */
export function ReauthenticationFields({ why }: { why: string }) {
  return (
    <fieldset className="grid items-end gap-5 sm:grid-cols-2">
      <legend className="mb-3 text-ink-soft">{why} Please show that it is you:</legend>
      <PasswordField label="Your own password" field="currentPassword" autoComplete="current-password" />
      <TextField
        label="Your code"
        hint="Only where signing in asks you for one."
        field="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </fieldset>
  );
}
