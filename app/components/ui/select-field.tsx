import type { SelectHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldAttributes } from "./field-source.ts";

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & {
    /** Leave out to give `<option>`s as children. */
    options?: SelectOption[];
  };

/** One choice out of several. `className` is the frame's. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, field, errors: given, className, options, children, ...input } = props;
  const { control, errors, errorId, hintId } = useFieldAttributes({ field, hint, errors: given }, input);
  // Without an empty option there is always a choice, and HTML does not allow asking for one.
  const mayBeEmpty = options?.[0] === undefined || options[0].value === "";
  const uncontrolled = input.value === undefined ? { defaultValue: field?.defaultValue } : {};
  return (
    <FieldFrame
      label={label}
      controlId={control.id}
      required={control.required}
      {...{ hint, hintId, errors, errorId, className }}
    >
      <select
        {...uncontrolled}
        {...input}
        {...control}
        required={control.required && mayBeEmpty}
        className={classNames("field-edge min-h-11 w-full px-3 py-2", errors && "border-clay")}
      >
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
    </FieldFrame>
  );
}
