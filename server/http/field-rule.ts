/** What HTML itself can say of a field: `required`, `maxLength` and their like. */
export interface FieldRule {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  pattern?: string;
}

/** Of the fields of a form. */
export type FieldRules<Name extends string = string> = Record<Name, FieldRule>;
