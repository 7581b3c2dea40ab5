import { z } from "zod";

/** A message shown once after an action: a toast with JavaScript, an inline notice without. */
export const noticeSchema = z.object({
  kind: z.enum(["success", "error"]),
  title: z.string().max(200),
  description: z.string().max(500).optional(),
  /** The change in the audit that the person may take back at once. */
  undo: z.int().positive().optional(),
  /** Where the person may want to go next, within the shop. */
  links: z
    .array(z.object({ to: z.string().regex(/^\/[a-z-]*$/), label: z.string().max(60) }))
    .max(2)
    .optional(),
});

export type Notice = z.infer<typeof noticeSchema>;
