import { getZodConstraint } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { FieldRules } from "./field-rule.ts";

/** The part of a form's schema that its page shows from the start; the schema itself follows when somebody begins to type. */
export function fieldRulesOf<Schema extends z.ZodType>(schema: Schema) {
  return getZodConstraint(schema) as FieldRules<keyof z.output<Schema> & string>;
}
