import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { type CommandDefinition, noticeOf } from "#server/commands/command.ts";

/** Tells that a command is done. */
export function showDone<Result>(
  command: CommandDefinition<z.ZodType, Result>,
  result: NoInfer<Result>,
): void {
  showToast(noticeOf(command, result));
}

/** What staff are told when something was not saved; the server's words go before. */
export const saveFailures = {
  settings: { title: "Update failed", message: "Failed to update settings" },
  product: { title: "Update failed", message: "Failed to update product" },
} as const;

/** A form's fields as they are typed; a box that is not ticked is missing. */
export type FormTexts = Record<string, string>;

/** What is typed in a form now. */
export function textsIn(form: FormData): FormTexts {
  const texts: FormTexts = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value;
  return texts;
}

const fieldsSchema = z.object({ fields: z.record(z.string(), z.array(z.string())) });

/** The fields that the server found at fault, each with its messages; none when it named none. */
export function refusedFields(error: unknown): Record<string, string[] | undefined> {
  const parsed = fieldsSchema.safeParse(error instanceof TRPCClientError ? error.data : undefined);
  return parsed.success ? parsed.data.fields : {};
}
