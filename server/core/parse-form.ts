import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { configureCoercion } from "@conform-to/zod/v4/future";
import type { z } from "zod";
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
