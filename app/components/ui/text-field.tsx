import type { InputHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldAttributes } from "./field-source.ts";
import { TextareaField } from "./textarea-field.tsx";

type TextFieldProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

/** One line of text, a number, an email address, a password. `className` is the frame's. */
export function TextField(props: TextFieldProps) {
  const { label, hint, field, errors, className, autoComplete, autoFocus, name } = props;
  const stored = props.defaultValue ?? field?.defaultValue ?? "";
  if (props.value !== undefined || !/[\r\n]/.test(String(stored))) return <LineField {...props} />;
  // An input would drop the line breaks that are stored, and send the lines as one.
  const shared = { label, hint, field, errors, className, autoComplete, autoFocus, name };
  return <TextareaField {...shared} defaultValue={stored} rows={3} />;
}

function LineField({ label, hint, field, errors: given, className, ...input }: TextFieldProps) {
  const { control, errors, errorId, hintId } = useFieldAttributes({ field, hint, errors: given }, input);
  const uncontrolled = input.value === undefined ? { defaultValue: field?.defaultValue } : {};
  return (
    <FieldFrame
      label={label}
      controlId={control.id}
      required={control.required}
      {...{ hint, hintId, errors, errorId, className }}
    >
      <input
        type="text"
        minLength={field?.minLength}
        maxLength={field?.maxLength}
        min={field?.min}
        max={field?.max}
        step={field?.step}
        pattern={field?.pattern}
        {...uncontrolled}
        {...input}
        {...control}
        className={classNames("field-edge min-h-11 w-full px-3 py-2", errors && "border-clay")}
      />
    </FieldFrame>
  );
}
