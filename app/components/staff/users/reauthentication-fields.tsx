import { PasswordField } from "#app/components/account/account-fields.tsx";
import { TextField } from "#app/components/ui/fields.tsx";

interface ReauthenticationFieldsProps {
  /** What the person is about to do. */
  why: string;
  /** What the server said of them. */
  refused: Record<string, string[] | null | undefined>;
}

/**
 * The password of whoever makes somebody staff, or gives an account to another mailbox: an unlocked browser alone must
 * not be enough for either.
 */
export function ReauthenticationFields({ why, refused }: ReauthenticationFieldsProps) {
  const { currentPassword, code } = refused;
  return (
    <fieldset className="grid items-end gap-5 sm:grid-cols-2">
      <legend className="mb-3 text-ink-soft">{why} Please show that it is you:</legend>
      <PasswordField
        label="Your own password"
        name="currentPassword"
        autoComplete="current-password"
        {...(currentPassword ? { errors: currentPassword } : {})}
      />
      <TextField
        label="Your code"
        hint="Only where signing in asks you for one."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...(code ? { errors: code } : {})}
      />
    </fieldset>
  );
}
