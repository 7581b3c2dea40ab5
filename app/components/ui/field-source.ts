import { createContext, useContext, useId } from "react";
import type { FieldRule } from "#server/core/parse-form.ts";

/** What a field needs from a form library. Conform's field metadata fits as it is. */
export interface FieldSource extends FieldRule {
  id: string;
  name: string;
  formId?: string;
  errors?: string[];
  /** The first that is wrong: there begins a page that comes back with errors, where no script moves the focus. */
  autoFocus?: boolean;
  defaultValue?: string;
  defaultChecked?: boolean;
}

type Saved = string | number | boolean | null;

/** What a form says of one of its fields, with what is saved of it. */
export type FieldOf = (name: string, saved?: Saved) => FieldSource;

/** What the form around says of its fields: they are then told by their names alone. */
export const FieldsOfForm = createContext<FieldOf | undefined>(undefined);

/** The props that all fields share. Pass `field`, or `name` with `errors` and plain input props. */
export interface FieldProps {
  label: string;
  /** Shown below the label and announced with the field. */
  hint?: string;
  /** What a form library says of the field; its name alone, where the form around says the rest. */
  field?: FieldSource | string;
  /** What is saved of a field that is named, where its form does not say that. */
  saved?: Saved;
  errors?: string[];
}

/** What is known of a field that may be named alone. */
export function useFieldSource({ field, saved }: Pick<FieldProps, "field" | "saved">) {
  const fieldOf = useContext(FieldsOfForm);
  return typeof field === "string" ? fieldOf?.(field, saved) : field;
}

interface OwnAttributes {
  id?: string;
  name?: string;
  form?: string;
  required?: boolean;
  autoFocus?: boolean;
  className?: string;
  "aria-describedby"?: string;
}

/**
 * Parts the props of a field: what its frame shows, what connects its control to label, hint and error, and what else is
 * the control's. Explicit props override what the form says.
 */
export function useFieldParts<Props extends FieldProps & OwnAttributes>(props: Props) {
  const { label, hint, field: given, saved, errors, className, ...input } = props;
  const field = useFieldSource({ field: given, saved });
  const generatedId = useId();
  const id = props.id ?? field?.id ?? generatedId;
  const messages = errors ?? field?.errors;
  const shownErrors = messages?.length ? messages : undefined;
  const hintId = hint ? `${id}-description` : undefined;
  const errorId = `${id}-error`;
  const described = [props["aria-describedby"], hintId, shownErrors && errorId];
  const required = props.required ?? field?.required;
  return {
    field,
    input,
    frame: { label, hint, hintId, errors: shownErrors, errorId, className, controlId: id, required },
    control: {
      id,
      name: props.name ?? field?.name,
      form: props.form ?? field?.formId,
      required,
      autoFocus: props.autoFocus ?? field?.autoFocus,
      "aria-invalid": shownErrors ? true : undefined,
      "aria-describedby": [...new Set(described.filter(Boolean))].join(" ") || undefined,
    },
  };
}
