import type { TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldAttributes } from "./field-source.ts";

type TextareaFieldProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** Several lines of text. `className` is the frame's. */
export function TextareaField({
  label,
  hint,
  field,
  errors: given,
  className,
  ...input
}: TextareaFieldProps) {
  const { control, errors, errorId, hintId } = useFieldAttributes({ field, hint, errors: given }, input);
  const uncontrolled = input.value === undefined ? { defaultValue: field?.defaultValue } : {};
  return (
    <FieldFrame
      label={label}
      controlId={control.id}
      required={control.required}
      {...{ hint, hintId, errors, errorId, className }}
    >
      <textarea
        rows={5}
        minLength={field?.minLength}
        maxLength={field?.maxLength}
        {...uncontrolled}
        {...input}
        {...control}
        className={classNames("field-edge w-full px-3 py-2", errors && "border-clay")}
      />
    </FieldFrame>
  );
}
