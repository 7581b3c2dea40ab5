import type { FieldSource } from "#app/components/ui/field-source.ts";
import { TextField } from "#app/components/ui/text-field.tsx";

interface CodeFieldProps {
  field: FieldSource;
  autoFocus: boolean;
}

/** The code that a form asks for together with the password, where signing in asks for one, too. */
export function CodeField({ field, autoFocus }: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      hint="Of your app, or a recovery code."
      field={field}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
    />
  );
}
