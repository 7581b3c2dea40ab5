import { getZodConstraint } from "@conform-to/zod/v4";
import type { z } from "zod";

/** What HTML itself can say of a field: `required`, `maxLength` and their like. */
export type FieldRules<Name extends string = string> = Record<Name, FieldRule>;

interface FieldRule {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  pattern?: string;
}

/** The part of a form's schema that its page shows from the start; the schema itself follows when somebody begins to type. */
export function fieldRulesOf<Schema extends z.ZodType>(schema: Schema) {
  return getZodConstraint(schema) as FieldRules<keyof z.output<Schema> & string>;
}
