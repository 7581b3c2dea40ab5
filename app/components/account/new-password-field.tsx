import { type ComponentProps, useRef, useState } from "react";
import { PasswordField } from "./password-field.tsx";

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, "hint" | "autoComplete"> & {
  /** Whose password it is: what is made of these words is easily guessed. */
  ownWords?: readonly string[];
  /** At least twelve characters, and refused while it is easy to guess. */
  isStaff?: boolean;
};

const WEAK = "This one is easy to guess. Three or four unrelated words are better.";

/**
 * A password that is being chosen. Beside it stands how long it has to be and, once JavaScript can tell, that what was
 * typed so far is easy to guess; customers may keep it all the same.
 */
export function NewPasswordField({ ownWords = [], isStaff = false, ...field }: NewPasswordFieldProps) {
  const [isWeak, setIsWeak] = useState(false);
  const value = useRef("");

  const look = async (password: string) => {
    value.current = password;
    const { isEasyToGuess } = await import("#server/identity/passwords/password-strength.ts");
    const found = password !== "" && (await isEasyToGuess(password, ownWords));
    // Somebody may have typed on while the dictionary came.
    if (value.current === password) setIsWeak(found);
  };

  return (
    <div>
      <PasswordField
        {...field}
        hint={`At least ${isStaff ? 12 : 6} characters; longer is safer.`}
        autoComplete="new-password"
        onInput={(event) => {
          // Without the dictionary the form works as it does without JavaScript.
          look(event.currentTarget.value).catch(() => undefined);
        }}
      />
      <p role="status" className="text-sm font-medium">
        {isWeak && <span className="mt-1.5 block">{WEAK}</span>}
      </p>
    </div>
  );
}
