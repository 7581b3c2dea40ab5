import type { Submission } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { configureCoercion } from "@conform-to/zod/v4/future";
import { z } from "zod";
import { numberIn } from "./typed-number.schema.ts";

const { coerceFormValue } = configureCoercion({
  customize: ({ _zod: { def } }) => (def.type === "number" ? numberIn : null),
});

/**
 * Reads a form, on the server as in the browser. Its numbers are read as `readNumber` does; a field without a text is
 * missing.
 */
export function parseForm<Schema extends z.ZodType>(
  form: FormData | URLSearchParams,
  { schema }: { schema: Schema },
): Submission<z.output<Schema>> {
  return parseWithZod(form, { schema: coerceFormValue(schema), disableAutoCoercion: true });
}

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
