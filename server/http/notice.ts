import { z } from "zod";
import type { UndoCommand } from "#server/core/errors.ts";
import { patternText } from "#server/core/fields.ts";

/** What the cookie of a message holds, which is shown once after an action: a toast with JavaScript, an inline notice without. */
export const noticeSchema = z.object({
  kind: z.enum(["success", "error"]),
  title: z.string().max(200),
  description: z.string().max(500).optional(),
  /** Where the person may want to go next, within the shop. */
  links: z
    .array(z.object({ to: patternText(100, /^\/[a-z-]*$/), label: z.string().max(60) }))
    .max(2)
    .optional(),
});

/** A message, with what staff may take back at once. */
export interface Notice extends z.infer<typeof noticeSchema> {
  /** A change in the audit. */
  undo?: number | undefined;
  takeBack?: UndoCommand | undefined;
}
