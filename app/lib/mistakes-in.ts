import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { type ShownFields, touchedFields } from "#server/core/touched-fields.ts";
import type { Mistakes } from "./use-checked-form.ts";

/**
 * The errors that a form's schema finds in its values. The server reads the form in the same way, so both report the
 * same. For a form that edits `stored`, only the fields that were touched are checked.
 */
export function mistakesIn(form: FormData, schema: z.ZodType, stored?: ShownFields): Mistakes {
  const submission = parseWithZod(form, { schema });
  const mistakes = submission.status === "success" ? {} : (submission.error ?? {});
  if (!stored) return mistakes;
  const touched = touchedFields(stored, form);
  return Object.fromEntries(Object.entries(mistakes).filter(([name]) => touched.includes(name)));
}
