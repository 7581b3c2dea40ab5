import type { SelectHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { FieldFrame } from "./field-frame.tsx";
import { type FieldProps, useFieldAttributes } from "./field-source.ts";

interface SelectOption {
  value: string;
  label: string;
  /** Cannot be chosen anew. */
  disabled?: boolean;
}

type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "children" | "multiple"> & {
    options: readonly SelectOption[];
  };

/**
 * One choice out of several. `className` is the frame's. What is stored is always among the options and is the one that
 * is chosen, "" where nothing is: left to itself a browser chooses, and sends, the first.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, field, errors: given, className, options, value, defaultValue, ...input } = props;
  const { control, errors, errorId, hintId } = useFieldAttributes({ field, hint, errors: given }, input);
  const chosen = String(value ?? defaultValue ?? field?.defaultValue ?? "");
  const isListed = options.some((option) => option.value === chosen);
  const shown = isListed ? options : [{ value: chosen, label: chosen || "Choose…" }, ...options];
  // Without an empty option there is always a choice, and HTML does not allow asking for one.
  const mayBeEmpty = shown[0]?.value === "";
  return (
    <FieldFrame
      label={label}
      controlId={control.id}
      required={control.required}
      {...{ hint, hintId, errors, errorId, className }}
    >
      <select
        {...(value === undefined ? { defaultValue: chosen } : { value: chosen })}
        {...input}
        {...control}
        required={control.required && mayBeEmpty}
        className={classNames("field-edge min-h-11 w-full px-3 py-2", errors && "border-clay")}
      >
        {shown.map((option) => (
          // A browser does not send a chosen option that is disabled.
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled && option.value !== chosen}
          >
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
