import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { TextField } from "#app/components/ui/fields.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";

/** The code of an authenticator app, on forms that also ask for the password. */
export function CodeField(props: Partial<ComponentProps<typeof TextField>>) {
  return (
    <TextField
      label="Code"
      hint="Of your app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type">;

/** A password with a show/hide toggle, which appears once JavaScript can work it. */
export function PasswordField({ className, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={`relative ${className ?? ""}`}>
      <TextField {...field} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      {hydrated && (
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-pressed={shown}
          className="absolute -top-1 right-0 inline-flex min-h-6 items-center gap-1.5 rounded px-1.5 text-sm text-ink-soft hover:text-ink"
        >
          <Icon aria-hidden className="size-4" />
          <span>{shown ? "Hide" : "Show"}</span>
          <span className="sr-only">{field.label}</span>
        </button>
      )}
    </div>
  );
}

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, "hint" | "autoComplete"> & {
  /** The person's own names: a password made of these words is easy to guess. */
  personalWords?: readonly string[];
  /** Refuses a password of fewer than twelve characters, or one that is easy to guess. */
  isStaff?: boolean;
};

const WEAK = "This one is easy to guess. Three or four unrelated words are better.";

/**
 * A new password, with its minimum length beside it. With JavaScript it warns when the password is easy to guess;
 * customers may use it all the same.
 */
export function NewPasswordField({ personalWords = [], isStaff = false, ...field }: NewPasswordFieldProps) {
  const [isWeak, setIsWeak] = useState(false);
  const value = useRef("");

  const checkStrength = async (password: string) => {
    value.current = password;
    const { isEasyToGuess } = await import("#server/accounts/password-strength.ts");
    const isEasy = password !== "" && (await isEasyToGuess(password, personalWords));
    // The person may have typed more while the dictionary loaded.
    if (value.current === password) setIsWeak(isEasy);
  };

  return (
    <div>
      <PasswordField
        {...field}
        hint={`At least ${isStaff ? 12 : 6} characters; longer is safer.`}
        autoComplete="new-password"
        onInput={(event) => {
          // Without the dictionary the form works as it does without JavaScript.
          checkStrength(event.currentTarget.value).catch(() => undefined);
        }}
      />
      <p role="status" className="text-sm font-medium">
        {isWeak && <span className="mt-1.5 block">{WEAK}</span>}
      </p>
    </div>
  );
}

/**
 * The password of anyone who makes somebody staff, or gives an account to another mailbox: an unlocked browser alone
 * must not be enough for either.
 */
export function ReauthenticationFields({ why }: { why: string }) {
  return (
    <fieldset className="grid items-end gap-5 sm:grid-cols-2">
      <legend className="mb-3 text-ink-soft">{why} Please show that it is you:</legend>
      <PasswordField label="Your own password" field="currentPassword" autoComplete="current-password" />
      <CodeField label="Your code" hint="Only where signing in asks you for one." field="code" />
    </fieldset>
  );
}
