import type { InputHTMLAttributes } from "react";
import { useFieldsOfForm } from "#app/components/staff/kit/fields-of-form.ts";
import { classNames } from "#app/components/ui/class-names.ts";
import { FieldFrame } from "#app/components/ui/fields.tsx";

interface FileFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "multiple"> {
  label: string;
  /** Its name in the form around it. */
  field: string;
  /** Of the files, where their field is called otherwise. */
  name?: string;
  hint?: string;
  className?: string;
}

/** Chooses files that go with a form. */
export function FileField({ label, field, name = field, hint, className, ...input }: FileFieldProps) {
  const { id, errors } = useFieldsOfForm()(field);
  const [hintId, errorId] = [`${id}-limit`, `${id}-error`];
  return (
    <FieldFrame label={label} controlId={id} {...{ hint, hintId, errorId, errors }}>
      <input
        {...input}
        id={id}
        type="file"
        name={name}
        aria-invalid={errors ? true : undefined}
        aria-describedby={[hint && hintId, errors && errorId].filter(Boolean).join(" ") || undefined}
        className={classNames(
          "w-full min-w-0 text-sm font-normal file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:px-4 file:text-ink",
          className ?? "file:bg-transparent",
        )}
      />
    </FieldFrame>
  );
}
