import type { InputHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { FieldError } from "./field-frame.tsx";
import { type FieldProps, useFieldAttributes } from "./field-source.ts";

type CheckboxFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, "type">;

/** A yes or no. `className` is the frame's. */
export function CheckboxField({
  label,
  hint,
  field,
  errors: given,
  className,
  ...input
}: CheckboxFieldProps) {
  const { control, errors, errorId, hintId } = useFieldAttributes({ field, hint, errors: given }, input);
  const uncontrolled = input.checked === undefined ? { defaultChecked: field?.defaultChecked } : {};
  return (
    <div className={classNames("flex flex-col gap-1", className)}>
      <div className="flex items-start gap-3">
        <input type="checkbox" {...uncontrolled} {...input} {...control} className="mt-0.5 size-6 shrink-0" />
        <label htmlFor={control.id} className="pt-0.5">
          {label}
        </label>
      </div>
      {hint && (
        <p id={hintId} className="ml-9 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={errorId} errors={errors} />
    </div>
  );
}
