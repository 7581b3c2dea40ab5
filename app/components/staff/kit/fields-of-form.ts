import { useContext } from "react";
import { type FieldOf, FieldsOfForm } from "#app/components/ui/field-source.ts";

/** What the form around says of its fields, for parts of staff's forms that are more than one field. */
export function useFieldsOfForm(): FieldOf {
  const fieldOf = useContext(FieldsOfForm);
  if (!fieldOf) throw new Error("No form around says what its fields are");
  return fieldOf;
}
