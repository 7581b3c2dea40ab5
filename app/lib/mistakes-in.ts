import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { type ShownFields, touchedFields } from "#server/core/touched-fields.ts";
import type { Mistakes } from "./use-checked-form.ts";

/**
 * What a form's schema has against what stands in it. Read by the server in the same way, so that both say the same.
 * Of a form that edits `stored`, only what was touched.
 */
export function mistakesIn(form: FormData, schema: z.ZodType, stored?: ShownFields): Mistakes {
  const submission = parseWithZod(form, { schema });
  const mistakes = submission.status === "success" ? {} : (submission.error ?? {});
  if (!stored) return mistakes;
  const touched = touchedFields(stored, form);
  return Object.fromEntries(Object.entries(mistakes).filter(([name]) => touched.includes(name)));
}
