import { z } from "zod";
import { takesBackByForm } from "#server/core/errors.ts";

/** A message shown once after an action: a toast with JavaScript, an inline notice without. */
export const noticeSchema = z.object({
  kind: z.enum(["success", "error"]),
  title: z.string().max(200),
  description: z.string().max(500).optional(),
  /** The change in the audit that the person may take back at once. */
  undo: z.int().positive().optional(),
  /** What a form takes back at once: the page that it goes to, the command, and the rows by their ids. */
  takeBack: z
    .object({
      to: z.string().regex(/^\/admin(\/packing)?$/),
      intent: z.enum(takesBackByForm),
      ids: z.array(z.int().positive()).min(1).max(200),
    })
    .optional(),
  /** Where the person may want to go next, within the shop. */
  links: z
    .array(z.object({ to: z.string().regex(/^\/[a-z-]*$/), label: z.string().max(60) }))
    .max(2)
    .optional(),
});

export type Notice = z.infer<typeof noticeSchema>;
