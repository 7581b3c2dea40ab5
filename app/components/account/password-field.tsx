import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { TextField } from "#app/components/ui/text-field.tsx";
import { useHydrated } from "#app/lib/use-hydrated.ts";

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
          {shown ? "Hide" : "Show"}
          <span className="sr-only">{field.label}</span>
        </button>
      )}
    </div>
  );
}
