import { useRevalidator } from "@remix-run/react";
import { QueryClientContext } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useContext, useState } from "react";
import { z } from "zod";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { type Refusal, refusalOf, sendForm } from "#app/lib/trpc.ts";
import { type CommandDefinition, noticeOf } from "#server/commands/command.ts";

/** A toast where it was not done: its title, and its text where the server gave no reason. */
export interface Failure {
  title: string;
  message: string;
}

/**
 * Sends forms to the procedures of their commands, one at a time. Once one is done a toast says so. Once it is done, or
 * refused because somebody else was faster, everything that the screen shows is read again; after another refusal a
 * read could fail as well, and take away the page with what was typed.
 */
export function useCommand<Result>(onDone?: (result: Result) => void, failure?: Failure) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const queries = useContext(QueryClientContext);
  const { revalidate } = useRevalidator();
  const send = async (command: CommandDefinition<z.ZodType, Result>, form: FormData) => {
    if (pending) return;
    setPending(true);
    let isOld = true;
    try {
      // The procedure of a command's name replies what its `done` takes.
      const result = (await sendForm(command.name, form)) as Result;
      setRefusal(undefined);
      showDone(command, result);
      onDone?.(result);
    } catch (error) {
      const refusal = refusalOf(error, failure?.message);
      setRefusal(refusal);
      isOld = refusal.isConflict;
      if (failure) showToast({ kind: "error", title: failure.title, description: refusal.message });
    }
    setPending(false);
    if (!isOld) return;
    void queries?.invalidateQueries();
    revalidate();
  };
  return { send, pending, refusal, forgetRefusal: () => setRefusal(undefined) };
}

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
