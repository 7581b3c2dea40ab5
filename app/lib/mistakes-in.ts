import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { Mistakes } from "./use-checked-form.ts";

/** What a form's schema has against what stands in it. Read by the server in the same way, so that both say the same. */
export function mistakesIn(form: FormData, schema: z.ZodType): Mistakes {
  const submission = parseWithZod(form, { schema });
  return submission.status === "success" ? {} : (submission.error ?? {});
}
