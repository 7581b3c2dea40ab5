import { getZodConstraint } from "@conform-to/zod/v4";
import { z } from "zod";

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

/**
 * The part of a form's schema that its page shows from the start. The loader passes it to pages of the shop; the
 * schema itself is loaded when somebody begins to type.
 */
export function fieldRulesOf<Schema extends z.ZodType, Name extends string = keyof z.output<Schema> & string>(
  schema: Schema,
) {
  return getZodConstraint(beforeTransformation(schema)) as FieldRules<Name>;
}

/** The fields of a form are those that a transformation of the whole begins from. */
function beforeTransformation(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodPipe ? beforeTransformation(schema.in as z.ZodType) : schema;
}
