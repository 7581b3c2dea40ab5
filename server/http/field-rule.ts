/** A field's constraints in HTML: `required`, `maxLength` and their like. */
export interface FieldRule {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  pattern?: string;
}

/** The constraints of a form's fields. */
export type FieldRules<Name extends string = string> = Record<Name, FieldRule>;
