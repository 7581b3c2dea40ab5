import { useId } from "react";
import type { FieldRule } from "#server/core/parse-form.ts";

/** What a field needs from a form library. Conform's field metadata fits as it is. */
export interface FieldSource extends FieldRule {
  id: string;
  name: string;
  formId?: string;
  errors?: string[];
  defaultValue?: string;
  defaultChecked?: boolean;
}

/** The props that all fields share. Pass `field`, or `name` with `errors` and plain input props. */
export interface FieldProps {
  label: string;
  /** Shown below the label and announced with the field. */
  hint?: string;
  field?: FieldSource;
  errors?: string[];
}

interface OwnAttributes {
  id?: string;
  name?: string;
  form?: string;
  required?: boolean;
  "aria-describedby"?: string;
}

/** The attributes that connect a control to its label, hint and error. Explicit props override the form library's. */
export function useFieldAttributes({ field, hint, errors }: Omit<FieldProps, "label">, own: OwnAttributes) {
  const generatedId = useId();
  const id = own.id ?? field?.id ?? generatedId;
  const shownErrors = errors ?? field?.errors;
  const invalid = shownErrors !== undefined && shownErrors.length > 0;
  const hintId = hint ? `${id}-description` : undefined;
  const errorId = `${id}-error`;
  const described = [own["aria-describedby"], hintId, invalid ? errorId : undefined];
  const describedBy = [...new Set(described.filter(Boolean))].join(" ") || undefined;
  return {
    errors: invalid ? shownErrors : undefined,
    hintId,
    errorId,
    control: {
      id,
      name: own.name ?? field?.name,
      form: own.form ?? field?.formId,
      required: own.required ?? field?.required,
      "aria-invalid": invalid || undefined,
      "aria-describedby": describedBy,
    },
  };
}
