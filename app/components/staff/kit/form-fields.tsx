import { type InputHTMLAttributes, useContext } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { type FieldOf, FieldsOfForm } from "#app/components/ui/field-source.ts";
import { FieldFrame } from "#app/components/ui/fields.tsx";

/** What the form around says of its fields, for parts of staff's forms that are more than one field. */
export function useFieldsOfForm(): FieldOf {
  const fieldOf = useContext(FieldsOfForm);
  if (!fieldOf) throw new Error("No form around says what its fields are");
  return fieldOf;
}

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
